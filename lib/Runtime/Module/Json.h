//===- Json.h - The texts of a module, as values ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Manifest, plan and the header of the weights are JSON, so that people and
// other programs can read them. The runtime needs little of it, and links
// nothing for it: numbers are whole, and nesting is bounded, so that no file
// makes the reader run out of stack. What is refused, is refused with its line.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_MODULE_JSON_H
#define NEO_LIB_RUNTIME_MODULE_JSON_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace neo {

struct Json {
  enum class Kind { null, boolean, number, text, list, object };
  static constexpr int deepest = 256;

  Kind kind = Kind::null;
  /// The value of a number; 1 for true.
  int64_t number = 0;
  std::string text;
  std::vector<Json> items;
  /// In their order; no name stands twice.
  std::vector<std::pair<std::string, Json>> members;

  /// "a number", "a list", for messages.
  const char *describe() const;

  /// Nothing, and "line 3: ..." in `error`, if `text` is not one JSON value.
  static std::optional<Json> parse(std::string_view text, std::string &error);
};

/// `text` in quotes, as JSON has it.
std::string quoteJson(std::string_view text);

} // namespace neo

#endif // NEO_LIB_RUNTIME_MODULE_JSON_H
