//===- Json.h - JSON of an exported module ----------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Manifest, plan and the header of the weights are JSON, so that people and
// other programs can read them. The runtime needs a subset only, and links no
// library for it: numbers are integers, and nesting is bounded, so that no file
// overflows the parser's stack. Errors name the line.
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
  enum class Kind { null, boolean, number, string, array, object };
  static constexpr int deepest = 256;

  Kind kind = Kind::null;
  /// The value of a number; 1 for true.
  int64_t number = 0;
  std::string text;
  std::vector<Json> items;
  /// In the order of the text; names are unique.
  std::vector<std::pair<std::string, Json>> members;

  /// "a number", "an array", for messages.
  const char *describe() const;

  /// Nothing, and "line 3: ..." in `error`, if `text` is not one JSON value.
  static std::optional<Json> parse(std::string_view text, std::string &error);
};

/// `text` in quotes, as JSON has it.
std::string quoteJson(std::string_view text);

} // namespace neo

#endif // NEO_LIB_RUNTIME_MODULE_JSON_H
