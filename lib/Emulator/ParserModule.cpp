//===- ParserModule.cpp - PTX's directives and functions ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include <cstdlib>

namespace neo::ptx {

bool Parser::parseModule(ModuleText &module) {
  while (token().kind != Token::End)
    if (!parseDirective(module))
      return false;
  return true;
}

bool Parser::skipBraces() {
  unsigned depth = 0;
  do {
    if (token().kind == Token::End)
      return fail("a '{' has no '}'");
    depth += is("{");
    depth -= is("}");
    next();
  } while (depth != 0);
  return true;
}

bool Parser::parseDirective(ModuleText &module) {
  if (accept(".version") || accept(".address_size")) {
    next();
    return true;
  }
  if (accept(".target")) {
    do {
      std::string_view word = next().text;
      if (word.substr(0, 3) == "sm_")
        module.target =
            unsigned(std::atoi(std::string(word.substr(3)).c_str()));
    } while (accept(","));
    return true;
  }
  if (accept(".section")) {
    next();
    return skipBraces();
  }
  if (is(".pragma")) {
    while (token().kind != Token::End && !accept(";"))
      next();
    return true;
  }
  bool isExternal = false;
  while (is(".visible") || is(".extern") || is(".weak") || is(".common"))
    isExternal |= next().text == ".extern";
  if (is(".entry") || is(".func"))
    return parseFunction(module, next().text == ".entry");
  if (!is(".global") && !is(".const") && !is(".shared"))
    return fail("the emulator does not know '" + std::string(token().text) +
                "' here");
  VariableText variable;
  variable.isExternal = isExternal;
  if (!parseVariable(variable))
    return false;
  module.variables.push_back(std::move(variable));
  return expect(";");
}

bool Parser::parseParameters(std::vector<VariableText> &parameters) {
  if (!expect("("))
    return false;
  while (!is(")")) {
    VariableText parameter;
    if (!parseVariable(parameter))
      return false;
    parameters.push_back(std::move(parameter));
    if (!is(")") && !expect(","))
      return false;
  }
  next();
  return true;
}

bool Parser::parseExtents(uint32_t (&extents)[3]) {
  extents[0] = extents[1] = extents[2] = 1;
  for (unsigned i = 0; i < 3; ++i) {
    std::optional<uint64_t> value = parseUnsigned();
    if (!value)
      return fail("'" + std::string(token().text) + "' is no extent");
    extents[i] = uint32_t(*value);
    if (!accept(","))
      return true;
  }
  return true;
}

/// What stands between the parameters and the body: hints to the assembler, two
/// of which limit the launch.
bool Parser::parsePerformance(FunctionText &function) {
  while (token().kind == Token::Word && token().text[0] == '.') {
    std::string_view word = next().text;
    uint32_t extents[3] = {0, 0, 0};
    if (word == ".noreturn")
      continue;
    if (word == ".pragma") {
      while (token().kind != Token::End && !accept(";"))
        next();
      continue;
    }
    if (word != ".maxntid" && word != ".reqntid" && word != ".minnctapersm" &&
        word != ".maxnctapersm" && word != ".maxnreg")
      return fail("the emulator does not know the directive '" +
                  std::string(word) + "' of a function");
    if (!parseExtents(extents))
      return false;
    if (word == ".maxntid")
      function.maxThreads = extents[0] * extents[1] * extents[2];
    for (unsigned i = 0; word == ".reqntid" && i < 3; ++i)
      function.required[i] = extents[i];
  }
  return true;
}

bool Parser::parseFunction(ModuleText &module, bool isEntry) {
  FunctionText function;
  function.isEntry = isEntry;
  function.line = token().line;
  if (is("(") && !parseParameters(function.results))
    return false;
  function.name = next().text;
  if (is("(") && !parseParameters(function.parameters))
    return false;
  if (!parsePerformance(function))
    return false;
  if (!accept(";") && (!expect("{") || !parseBody(function)))
    return false;
  // A declaration before the definition says nothing new.
  for (FunctionText &earlier : module.functions)
    if (earlier.name == function.name) {
      if (earlier.hasBody && function.hasBody)
        return fail("there are two functions called '" +
                    std::string(function.name) + "'");
      if (function.hasBody)
        earlier = std::move(function);
      return true;
    }
  module.functions.push_back(std::move(function));
  return true;
}

} // namespace neo::ptx
