//===- ParserOperands.cpp - PTX's operands --------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include <cstdlib>
#include <cstring>

namespace neo::ptx {

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Reads hexadecimal, octal, binary and decimal integers as PTX writes them.
static std::optional<uint64_t> readInteger(std::string_view word) {
  std::string text(word);
  if (!text.empty() && (text.back() == 'U' || text.back() == 'u'))
    text.pop_back();
  int base = 10;
  size_t start = 0;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    base = 16, start = 2;
  else if (text.size() > 2 && text[0] == '0' &&
           (text[1] == 'b' || text[1] == 'B'))
    base = 2, start = 2;
  else if (text.size() > 1 && text[0] == '0')
    base = 8, start = 1;
  char *end = nullptr;
  uint64_t value = std::strtoull(text.c_str() + start, &end, base);
  if (text.size() == start || *end)
    return std::nullopt;
  return value;
}

std::optional<uint64_t> Parser::parseUnsigned() {
  std::optional<uint64_t> value;
  if (token().kind == Token::Word && isDigit(token().text[0]))
    value = readInteger(token().text);
  if (value)
    next();
  return value;
}

bool Parser::parseNumber(OperandText &operand) {
  std::string word(token().text);
  if (word.size() > 2 && word[0] == '0' && std::strchr("fFdD", word[1])) {
    char *end = nullptr;
    operand.bits = std::strtoull(word.c_str() + 2, &end, 16);
    bool isDouble = word[1] == 'd' || word[1] == 'D';
    if (*end || word.size() != (isDouble ? 18 : 10))
      return fail("'" + word + "' is no number");
    operand.kind = isDouble ? OperandText::Double : OperandText::Float;
  } else if (std::optional<uint64_t> value = readInteger(word)) {
    operand.kind = OperandText::Integer;
    operand.bits = *value;
  } else {
    char *end = nullptr;
    double real = std::strtod(word.c_str(), &end);
    if (*end)
      return fail("'" + word + "' is no number");
    operand.kind = OperandText::Double;
    std::memcpy(&operand.bits, &real, sizeof(real));
  }
  next();
  return true;
}

/// An offset after a name: `+4`, `+-4`, `-4`.
bool Parser::parseOffset(OperandText &operand) {
  while (is("+") || is("-")) {
    bool minus = false;
    while (is("+") || is("-"))
      minus ^= next().text == "-";
    std::optional<uint64_t> value = parseUnsigned();
    if (!value)
      return fail("'" + std::string(token().text) + "' is no offset");
    operand.offset += int64_t(minus ? -*value : *value);
  }
  return true;
}

bool Parser::parseAddress(OperandText &operand) {
  operand.kind = OperandText::Address;
  if (token().kind == Token::Word && !isDigit(token().text[0]))
    operand.name = next().text;
  else if (std::optional<uint64_t> value = parseUnsigned())
    operand.offset = int64_t(*value);
  else
    return fail("'" + std::string(token().text) + "' is no address");
  return parseOffset(operand) && expect("]");
}

bool Parser::parseElements(OperandText &operand, std::string_view end) {
  if (!enter())
    return false;
  while (!is(end)) {
    operand.elements.emplace_back();
    if (!parseOperand(operand.elements.back()))
      return false;
    if (!is(end) && !expect(","))
      return false;
  }
  --nesting;
  next();
  return true;
}

bool Parser::parseOperand(OperandText &operand) {
  if (accept("["))
    return parseAddress(operand);
  if (accept("{")) {
    operand.kind = OperandText::Vector;
    return parseElements(operand, "}");
  }
  if (accept("(")) {
    operand.kind = OperandText::List;
    return parseElements(operand, ")");
  }
  bool minus = accept("-");
  operand.negated = !minus && accept("!");
  if (token().kind != Token::Word)
    return fail("'" + std::string(token().text) + "' is no operand");
  if (isDigit(token().text[0])) {
    if (!parseNumber(operand))
      return false;
    if (minus && operand.kind == OperandText::Integer)
      operand.bits = -operand.bits;
    else if (minus)
      operand.bits ^= operand.kind == OperandText::Float ? uint64_t(1) << 31
                                                         : uint64_t(1) << 63;
    return true;
  }
  if (minus)
    return fail("'-' stands before a number only");
  operand.name = next().text;
  if (accept("|"))
    operand.second = next().text;
  return parseOffset(operand);
}

} // namespace neo::ptx
