//===- ProblemParser.cpp - inversion problems as text -----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "ProblemParser.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace neo;
using namespace neo::test;

namespace {

class Parser {
public:
  Parser(llvm::StringRef text, llvm::ArrayRef<std::string> names, BoxRef box)
      : text(text), names(names.begin(), names.end()),
        box(box.begin(), box.end()) {}

  Form parseSum();
  NamedProblem parseProblem();

private:
  bool accept(llvm::StringRef token);
  void expect(llvm::StringRef token);
  int64_t parseInteger();
  std::string parseName();
  Form parseFactor();
  Form parseProduct();
  void parseComparison(llvm::SmallVectorImpl<Guard> &guards);

  llvm::StringRef text;
  llvm::SmallVector<std::string, 4> names;
  Box box;
  llvm::SmallVector<ModForm, 2> mods;
};

} // namespace

bool Parser::accept(llvm::StringRef token) {
  text = text.ltrim();
  return text.consume_front(token);
}

void Parser::expect(llvm::StringRef token) {
  if (!accept(token))
    ADD_FAILURE() << "expected '" << token.str() << "' at '" << text.str()
                  << "'";
}

int64_t Parser::parseInteger() {
  text = text.ltrim();
  int64_t value = 0;
  if (text.consumeInteger(10, value))
    ADD_FAILURE() << "expected an integer at '" << text.str() << "'";
  return value;
}

std::string Parser::parseName() {
  text = text.ltrim();
  llvm::StringRef name =
      text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  text = text.drop_front(name.size());
  return name.str();
}

Form Parser::parseFactor() {
  if (accept("(")) {
    Form inner = parseSum();
    expect(")");
    return inner;
  }
  if (accept("-"))
    return -parseFactor();
  text = text.ltrim();
  if (!text.empty() && llvm::isDigit(text.front()))
    return Form(parseInteger());
  std::string name = parseName();
  auto *known = llvm::find(names, name);
  if (known == names.end())
    ADD_FAILURE() << "unknown name '" << name << "'";
  return Form::variable(known - names.begin());
}

Form Parser::parseProduct() {
  Form value = parseFactor();
  while (true) {
    if (accept("*")) {
      Form factor = parseFactor();
      value = value.isConstant() ? factor * value.constant()
                                 : value * factor.constant();
    } else if (accept("floordiv")) {
      value = Form::floorDiv(value, parseInteger(), box);
    } else if (accept("mod")) {
      int64_t divisor = parseInteger();
      value = Form::mod(value, divisor, box);
      mods.push_back({value, Interval::ofExtent(divisor)});
    } else {
      return value;
    }
  }
}

Form Parser::parseSum() {
  Form value = parseProduct();
  while (true) {
    if (accept("+"))
      value += parseProduct();
    else if (accept("-"))
      value -= parseProduct();
    else
      return value;
  }
}

void Parser::parseComparison(llvm::SmallVectorImpl<Guard> &guards) {
  Form left = parseSum();
  if (accept(">="))
    guards.push_back({left - parseSum(), false});
  else if (accept("<="))
    guards.push_back({parseSum() - left, false});
  else if (accept("=="))
    guards.push_back({left - parseSum(), true});
  else if (accept(">"))
    guards.push_back({left - parseSum() - Form(1), false});
  else if (accept("<"))
    guards.push_back({parseSum() - left - Form(1), false});
  else
    ADD_FAILURE() << "expected a comparison at '" << text.str() << "'";
}

NamedProblem Parser::parseProblem() {
  NamedProblem result;
  while (!accept(":")) {
    names.push_back(parseName());
    expect("<");
    result.problem.extents.push_back(parseInteger());
    if (!accept(",") && !llvm::StringRef(text.ltrim()).starts_with(":"))
      break;
  }
  box = boxOfExtents(result.problem.extents);
  Access &access = result.problem.access;
  parseName();
  for (expect("("); !accept(")"); accept(","))
    access.shape.push_back(parseInteger());
  for (expect("["); !accept("]"); accept(","))
    access.index.push_back(parseSum());
  if (accept("if"))
    do
      parseComparison(access.guards);
    while (accept(","));
  if (accept("absorbing"))
    do
      parseComparison(result.problem.absorbed);
    while (accept(","));
  access.forms = mods;
  result.loopNames = names;
  return result;
}

NamedProblem neo::test::parseProblem(llvm::StringRef text) {
  return Parser(text, {}, {}).parseProblem();
}

Form neo::test::parseForm(llvm::StringRef text,
                          llvm::ArrayRef<std::string> names, BoxRef box) {
  return Parser(text, names, box).parseSum();
}

std::string neo::test::inverseOf(llvm::StringRef text) {
  NamedProblem named = test::parseProblem(text);
  return toString(invert(named.problem), named.loopNames);
}
