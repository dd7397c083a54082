//===- ParserVariables.cpp - PTX's variables and parameters ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Parser.h"

namespace neo::ptx {

static std::optional<Space> parseSpace(std::string_view word) {
  constexpr std::pair<std::string_view, Space> spaces[] = {
      {".global", Space::Global}, {".shared", Space::Shared},
      {".local", Space::Local},   {".param", Space::Param},
      {".const", Space::Const},
  };
  for (auto [text, space] : spaces)
    if (text == word)
      return space;
  return std::nullopt;
}

/// The words before the name: `.param .align 16 .b8`, `.u64 .ptr .global .align
/// 1`.
bool Parser::parseAttributes(VariableText &variable, uint32_t &vector) {
  bool hasType = false, isPointer = false;
  uint32_t alignment = 0;
  while (token().kind == Token::Word && token().text[0] == '.') {
    std::string_view word = next().text;
    if (word == ".align") {
      std::optional<uint64_t> value = parseUnsigned();
      if (!value || *value == 0 || (*value & (*value - 1)))
        return fail("an alignment has to be a power of two");
      // What a pointer points to has this alignment, not the parameter.
      if (!isPointer)
        alignment = uint32_t(*value);
    } else if (word == ".ptr") {
      isPointer = true;
    } else if (word == ".v2" || word == ".v4") {
      vector = word == ".v2" ? 2 : 4;
    } else if (std::optional<Type> type = parseType(word.substr(1))) {
      variable.type = *type;
      hasType = true;
    } else if (std::optional<Space> space = parseSpace(word)) {
      if (!isPointer)
        variable.space = *space;
    } else if (word != ".reg") {
      return fail("the emulator does not know '" + std::string(word) +
                  "' of a variable");
    }
  }
  if (!hasType)
    return fail("this variable has no type that the emulator knows");
  variable.alignment = alignment ? alignment : bytesOf(variable.type) * vector;
  return true;
}

bool Parser::parseExtent(VariableText &variable, uint64_t elementBytes) {
  variable.bytes = elementBytes;
  while (accept("[")) {
    std::optional<uint64_t> extent = is("]") ? 0 : parseUnsigned();
    if (!extent)
      return fail("'" + std::string(token().text) + "' is no extent");
    variable.bytes *= *extent;
    if (!expect("]"))
      return false;
  }
  return true;
}

bool Parser::parseVariable(VariableText &variable) {
  variable.line = token().line;
  uint32_t vector = 1;
  if (!parseAttributes(variable, vector))
    return false;
  if (token().kind != Token::Word)
    return fail("the name of a variable should stand here");
  variable.name = next().text;
  if (!parseExtent(variable, uint64_t(bytesOf(variable.type)) * vector))
    return false;
  return !accept("=") || parseInitialiser(variable);
}

bool Parser::parseInitialiser(VariableText &variable) {
  if (!parseInitialValues(variable))
    return false;
  if (variable.bytes == 0) // The initialiser gives the extent.
    variable.bytes = variable.initial.size();
  if (variable.initial.size() > variable.bytes)
    return fail("the initialiser of '" + std::string(variable.name) + "' has " +
                std::to_string(variable.initial.size()) +
                " bytes, the variable " + std::to_string(variable.bytes));
  return true;
}

/// The bits of `value` in type `type`, or nothing if it is of another one. A
/// number in decimals is rounded to f32, as in instructions.
static std::optional<uint64_t> initialBits(const OperandText &value,
                                           Type type) {
  if (value.kind == OperandText::Integer)
    return isFloat(type) ? std::nullopt : std::optional(value.bits);
  if (value.kind == OperandText::Float || type == Type::F64) {
    bool fits =
        type == (value.kind == OperandText::Float ? Type::F32 : Type::F64);
    return fits ? std::optional(value.bits) : std::nullopt;
  }
  return type == Type::F32 ? std::optional(value.roundedBits()) : std::nullopt;
}

/// A number, or numbers in nested braces.
bool Parser::parseInitialValues(VariableText &variable) {
  if (accept("{")) {
    if (!enter())
      return false;
    while (!is("}"))
      if (!parseInitialValues(variable) || (!is("}") && !expect(",")))
        return false;
    --nesting;
    next();
    return true;
  }
  OperandText value;
  if (!parseOperand(value))
    return false;
  if (value.kind != OperandText::Integer && value.kind != OperandText::Float &&
      value.kind != OperandText::Double)
    return fail("the emulator knows numbers as initialisers only");
  std::optional<uint64_t> bits = initialBits(value, variable.type);
  if (!bits)
    return fail("this initialiser is not of the variable's type");
  for (unsigned i = 0; i < bytesOf(variable.type); ++i)
    variable.initial.push_back(uint8_t(*bits >> (8 * i)));
  return true;
}

} // namespace neo::ptx
