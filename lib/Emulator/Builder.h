//===- Builder.h - From a module's syntax to its program --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Declares the module's names, then decodes function after function. A
// statement becomes one instruction, so a label's pc is known before its
// branch is decoded: it is the number of statements in front of it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_BUILDER_H
#define NEO_LIB_EMULATOR_BUILDER_H

#include "Decoder.h"

namespace neo::ptx {

class Builder {
public:
  Builder(Program &program, std::string &error)
      : program(program), error(error) {}

  bool build(const ModuleText &module);

private:
  bool fail(uint32_t line, const std::string &message);
  bool declareVariable(const VariableText &text, Symbols &symbols);
  bool declareFunction(const FunctionText &text);
  bool buildFunction(const FunctionText &text, uint32_t number);
  bool addParameters(const std::vector<VariableText> &texts, Scope &scope,
                     std::vector<Parameter> &parameters, bool isInput);
  bool buildItem(const FunctionText &text, size_t index, Scope &scope);
  bool declareLabels(const FunctionText &text, size_t first, Scope &scope);
  bool declareRegisters(const ItemText &item, Scope &scope);
  bool declareInBody(const ItemText &item, Scope &scope);
  bool declareTargets(const ItemText &item, Scope &scope);
  bool linkCall(CallSite &site);
  bool linkCopies(const CallSite &site,
                  const std::vector<Parameter> &parameters,
                  std::vector<CallSite::Copy> &copies);
  bool decode(const ItemText &item, Scope &scope);

  Program &program;
  std::string &error;
  Symbols globals;
  std::vector<RegisterUses> uses; ///< Of the function's instructions.
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_BUILDER_H
