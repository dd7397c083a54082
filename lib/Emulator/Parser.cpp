//===- Parser.cpp - Bodies of PTX functions -------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Parser.h"

namespace neo::ptx {

bool Parser::accept(std::string_view text) {
  if (!is(text) || token().kind == Token::End)
    return false;
  next();
  return true;
}

bool Parser::expect(std::string_view text) {
  if (accept(text))
    return true;
  std::string found = token().kind == Token::End
                          ? "the text ends"
                          : "there is '" + std::string(token().text) + "'";
  return fail(found + " where '" + std::string(text) + "' should be");
}

bool Parser::fail(const std::string &message) {
  error = "line " + std::to_string(token().line) + ": " + message;
  return false;
}

bool Parser::enter() {
  constexpr unsigned deepest = 64;
  return ++nesting <= deepest || fail("operands are nested too deeply");
}

bool Parser::parseBody(FunctionText &function) {
  function.hasBody = true;
  unsigned depth = 1;
  while (true) {
    if (token().kind == Token::End)
      return fail("the body of '" + std::string(function.name) +
                  "' has no end");
    if (is("{") || is("}")) {
      bool opens = is("{");
      depth += opens ? 1 : -1;
      uint32_t line = next().line;
      if (depth == 0)
        return true;
      function.items.emplace_back();
      function.items.back().kind = opens ? ItemText::Open : ItemText::Close;
      function.items.back().line = line;
      accept(";");
    } else if (!parseItem(function)) {
      return false;
    }
  }
}

bool Parser::parseItem(FunctionText &function) {
  if (accept(";"))
    return true;
  if (token().kind == Token::Word && token().text[0] == '.')
    return parseBodyDirective(function);
  if (token().kind == Token::Word && tokens[at + 1].text == ":") {
    const Token &name = next();
    next();
    if (is(".branchtargets"))
      return parseTargets(function, name);
    ItemText &label = function.items.emplace_back();
    label.kind = ItemText::Label;
    label.line = name.line;
    label.name = name.text;
    return true;
  }
  return parseStatement(function.items.emplace_back());
}

bool Parser::parseBodyDirective(FunctionText &function) {
  if (is(".reg"))
    return parseRegisters(function);
  if (is(".pragma")) {
    while (token().kind != Token::End && !is(";"))
      next();
    return expect(";");
  }
  if (!is(".param") && !is(".shared") && !is(".local") && !is(".global") &&
      !is(".const"))
    return fail("the emulator does not know the directive '" +
                std::string(token().text) + "' in a body");
  ItemText item;
  item.kind = ItemText::Variable;
  item.line = token().line;
  if (!parseVariable(item.variable))
    return false;
  function.items.push_back(std::move(item));
  return expect(";");
}

bool Parser::parseRegisters(FunctionText &function) {
  next();
  std::optional<Type> type;
  if (token().kind == Token::Word && token().text[0] == '.')
    type = parseType(token().text.substr(1));
  if (!type)
    return fail("'" + std::string(token().text) +
                "' is no type of registers that the emulator knows");
  next();
  do {
    ItemText &item = function.items.emplace_back();
    item.kind = ItemText::Registers;
    item.type = *type;
    item.line = token().line;
    item.name = next().text;
    if (accept("<")) {
      std::optional<uint64_t> count = parseUnsigned();
      if (!count || *count > (1u << 20))
        return fail("a number of registers should stand here");
      item.count = uint32_t(*count);
      if (!expect(">"))
        return false;
    }
  } while (accept(","));
  return expect(";");
}

bool Parser::parseTargets(FunctionText &function, const Token &name) {
  next();
  ItemText &item = function.items.emplace_back();
  item.kind = ItemText::Targets;
  item.line = name.line;
  item.name = name.text;
  do {
    item.operands.emplace_back();
    if (!parseOperand(item.operands.back()))
      return false;
  } while (accept(","));
  return expect(";");
}

bool Parser::parseStatement(ItemText &item) {
  item.line = token().line;
  if (accept("@")) {
    item.guardNegated = accept("!");
    item.guard = next().text;
  }
  if (token().kind != Token::Word)
    return fail("'" + std::string(token().text) +
                "' stands where an instruction should");
  item.line = token().line;
  item.name = next().text;
  while (!is(";")) {
    item.operands.emplace_back();
    if (!parseOperand(item.operands.back()))
      return false;
    if (!is(";") && !expect(","))
      return false;
  }
  next();
  return true;
}

} // namespace neo::ptx
