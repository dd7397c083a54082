//===- Lexer.h - PTX text as tokens -----------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Words contain dots, so that `ld.global.v4.f32`, `%tid.x` and `0f3F800000` are
// one token each, and `::`, so that `.L1::no_allocate` is one too. Comments are
// skipped, and so are debug directives, which end with the line and not with a
// semicolon (`.loc`, `.file`).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_LEXER_H
#define NEO_LIB_EMULATOR_LEXER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace neo::ptx {

struct Token {
  enum Kind : uint8_t { Word, Mark, String, End };
  Kind kind = End;
  std::string_view text;
  uint32_t line = 0;
};

/// The tokens of `text`, the last of which is an End. False, and a message in
/// `error`, if the text is not PTX.
bool tokenize(std::string_view text, std::vector<Token> &tokens,
              std::string &error);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_LEXER_H
