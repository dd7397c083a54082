//===- Lexer.h - PTX text as tokens -----------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Words hold dots, so that `ld.global.v4.f32`, `%tid.x` and `0f3F800000` are
// one token each, and `::`, so that `.L1::no_allocate` is one too. Comments are
// gone, and with them the debug directives that end with their line and not
// with a semicolon (`.loc`, `.file`).
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

/// The tokens of `text`, the last of which is an End. False, and a sentence in
/// `error`, on what is no PTX.
bool tokenize(std::string_view text, std::vector<Token> &tokens,
              std::string &error);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_LEXER_H
