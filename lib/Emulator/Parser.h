//===- Parser.h - PTX text to its syntax ------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A recursive-descent parser of the PTX that compilers print: module
// directives, variables with initialisers, kernels and device functions, nested
// scopes of inline assembly. Operands are parsed by their syntax alone; the
// decoder gives them their meaning, so that a new instruction needs nothing
// here. Nesting is bounded, so that no text overflows the stack.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_PARSER_H
#define NEO_LIB_EMULATOR_PARSER_H

#include "Lexer.h"
#include "Syntax.h"

#include <optional>

namespace neo::ptx {

class Parser {
public:
  Parser(const std::vector<Token> &tokens, std::string &error)
      : tokens(tokens), error(error) {}

  bool parseModule(ModuleText &module);

private:
  const Token &token() const { return tokens[at]; }
  const Token &next() { return tokens[at + 1 < tokens.size() ? at++ : at]; }
  bool is(std::string_view text) const { return token().text == text; }
  bool accept(std::string_view text);
  bool expect(std::string_view text);
  bool enter();
  bool fail(const std::string &message);

  // ParserModule.cpp
  bool parseDirective(ModuleText &module);
  bool parseFunction(ModuleText &module, bool isEntry);
  bool parseParameters(std::vector<VariableText> &parameters);
  bool parsePerformance(FunctionText &function);
  bool parseExtents(uint32_t (&extents)[3]);
  bool skipBraces();

  // ParserVariables.cpp
  bool parseVariable(VariableText &variable);
  bool parseAttributes(VariableText &variable, uint32_t &vector);
  bool parseExtent(VariableText &variable, uint64_t elementBytes);
  bool parseInitialiser(VariableText &variable);
  bool parseInitialValues(VariableText &variable);

  // Parser.cpp
  bool parseBody(FunctionText &function);
  bool parseItem(FunctionText &function);
  bool parseBodyDirective(FunctionText &function);
  bool parseRegisters(FunctionText &function);
  bool parseTargets(FunctionText &function, const Token &name);
  bool parseStatement(ItemText &item);

  // ParserOperands.cpp
  bool parseOperand(OperandText &operand);
  bool parseAddress(OperandText &operand);
  bool parseElements(OperandText &operand, std::string_view end);
  bool parseOffset(OperandText &operand);
  bool parseNumber(OperandText &operand);
  std::optional<uint64_t> parseUnsigned();

  const std::vector<Token> &tokens;
  std::string &error;
  size_t at = 0;
  unsigned nesting = 0; ///< Open braces and parentheses of an operand.
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_PARSER_H
