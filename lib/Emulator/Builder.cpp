//===- Builder.cpp - From a module's syntax to its program ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include "ControlFlowGraph.h"

#include <algorithm>

namespace neo::ptx {

static uint32_t alignTo(uint64_t value, uint32_t alignment) {
  return uint32_t((value + alignment - 1) / alignment * alignment);
}

bool Builder::fail(uint32_t line, const std::string &message) {
  error = "line " + std::to_string(line) + ": " + message;
  return false;
}

bool Builder::declareVariable(const VariableText &text, Symbols &symbols) {
  Variable variable;
  variable.name = text.name;
  variable.space = text.space;
  variable.isDynamic = text.space == Space::Shared && text.bytes == 0;
  variable.alignment = text.alignment;
  variable.bytes = text.bytes;
  variable.initial = text.initial;
  if (text.isExternal && !variable.isDynamic)
    return fail(text.line, "'" + std::string(text.name) +
                               "' is defined in another module, which the "
                               "emulator does not link");
  // A definition without a value is zero; shared memory starts undefined.
  if (text.space != Space::Shared)
    variable.initial.resize(text.bytes);
  Symbol symbol;
  symbol.kind = Symbol::Variable;
  symbol.value = program.variables.size();
  symbol.bytes = text.bytes;
  if (!symbols.emplace(text.name, symbol).second)
    return fail(text.line, "there are two variables called '" +
                               std::string(text.name) + "'");
  program.variables.push_back(std::move(variable));
  return true;
}

bool Builder::declareFunction(const FunctionText &text) {
  Symbol symbol;
  symbol.kind = Symbol::Function;
  symbol.value = program.functions.size();
  if (!globals.emplace(text.name, symbol).second)
    return fail(text.line,
                "the name '" + std::string(text.name) + "' is taken");
  Function &function = program.functions.emplace_back();
  function.name = text.name;
  function.line = text.line;
  function.isEntry = text.isEntry;
  function.maxThreads = text.maxThreads;
  std::copy(text.required, text.required + 3, function.required);
  return true;
}

bool Builder::addParameters(const std::vector<VariableText> &texts,
                            Scope &scope, std::vector<Parameter> &parameters,
                            bool isInput) {
  for (const VariableText &text : texts) {
    if (text.space != Space::Param)
      return fail(text.line, "the emulator knows parameters in .param only");
    Function &function = scope.function();
    uint32_t offset = alignTo(function.paramBytes, text.alignment);
    function.paramBytes = offset + uint32_t(text.bytes);
    parameters.push_back(
        {std::string(text.name), uint32_t(text.bytes), text.alignment, offset});
    Symbol symbol;
    symbol.kind = Symbol::Parameter;
    symbol.value = offset;
    symbol.bytes = text.bytes;
    symbol.isInput = isInput;
    if (!scope.declare(text.name, symbol))
      return fail(text.line, "there are two parameters called '" +
                                 std::string(text.name) + "'");
  }
  return true;
}

/// The labels of the scope whose first item is number `first`.
bool Builder::declareLabels(const FunctionText &text, size_t first,
                            Scope &scope) {
  uint64_t pc = program.code.size();
  unsigned depth = 0;
  for (size_t i = first; i < text.items.size(); ++i) {
    const ItemText &item = text.items[i];
    if (item.kind == ItemText::Close && depth-- == 0)
      return true;
    depth += item.kind == ItemText::Open;
    pc += item.kind == ItemText::Statement;
    if (item.kind != ItemText::Label || depth != 0)
      continue;
    Symbol symbol;
    symbol.kind = Symbol::Label;
    symbol.value = pc;
    if (!scope.declare(item.name, symbol))
      return fail(item.line, "there are two labels called '" +
                                 std::string(item.name) + "'");
  }
  return true;
}

bool Builder::declareRegisters(const ItemText &item, Scope &scope) {
  if (item.count != 0)
    return scope.declareFamily(item.name, item.count, item.type) ||
           fail(item.line, "there are two registers called '" +
                               std::string(item.name) + "...'");
  Symbol symbol;
  symbol.type = item.type;
  bool isPredicate = item.type == Type::Pred;
  symbol.kind = isPredicate ? Symbol::Predicate : Symbol::Register;
  symbol.value =
      isPredicate ? scope.function().predicates++ : scope.newRegister();
  return scope.declare(item.name, symbol) ||
         fail(item.line, "there are two registers called '" +
                             std::string(item.name) + "'");
}

bool Builder::declareInBody(const ItemText &item, Scope &scope) {
  const VariableText &text = item.variable;
  Function &function = scope.function();
  Symbol symbol;
  symbol.bytes = text.bytes;
  symbol.alignment = text.alignment;
  if (text.space == Space::Param) {
    symbol.kind = Symbol::Parameter;
    symbol.value = alignTo(function.paramBytes, text.alignment);
    function.paramBytes = uint32_t(symbol.value + text.bytes);
  } else if (text.space == Space::Local) {
    symbol.kind = Symbol::Local;
    symbol.value = alignTo(function.localBytes, text.alignment);
    function.localBytes = uint32_t(symbol.value + text.bytes);
  } else {
    Symbols declared;
    if (!declareVariable(text, declared))
      return false;
    symbol = declared.begin()->second;
  }
  return scope.declare(text.name, symbol) ||
         fail(item.line, "there are two variables called '" +
                             std::string(text.name) + "'");
}

bool Builder::declareTargets(const ItemText &item, Scope &scope) {
  std::vector<uint32_t> targets;
  for (const OperandText &operand : item.operands) {
    const Symbol *label = scope.find(operand.name);
    if (!label || label->kind != Symbol::Label)
      return fail(item.line,
                  "there is no label '" + std::string(operand.name) + "'");
    targets.push_back(uint32_t(label->value));
  }
  Symbol symbol;
  symbol.kind = Symbol::Targets;
  symbol.value = program.branchTables.size();
  program.branchTables.push_back(std::move(targets));
  return scope.declare(item.name, symbol) ||
         fail(item.line,
              "there are two names '" + std::string(item.name) + "'");
}

bool Builder::decode(const ItemText &item, Scope &scope) {
  Instruction instruction;
  instruction.line = item.line;
  instruction.opcode = item.name;
  Decoder decoder(item, scope, instruction);
  std::string prefix = "'" + std::string(item.name) + "': ";
  if (!item.guard.empty()) {
    OperandText guard;
    guard.name = item.guard;
    instruction.guard = decoder.sourcePredicate(guard);
    instruction.guardNegated = item.guardNegated;
  }
  auto family = opcodeTable().find(decoder.name);
  if (family == opcodeTable().end())
    return fail(item.line, prefix + "the emulator does not know '" +
                               std::string(decoder.name) + "'");
  instruction.execute = family->second(decoder);
  if (!decoder.finish())
    return fail(item.line, prefix + decoder.error);
  if (!instruction.execute)
    return fail(item.line, prefix +
                               "the emulator does not know this form of '" +
                               std::string(decoder.name) + "'");
  program.code.push_back(std::move(instruction));
  uses.push_back(std::move(decoder.uses));
  return true;
}

bool Builder::buildItem(const FunctionText &text, size_t index, Scope &scope) {
  const ItemText &item = text.items[index];
  switch (item.kind) {
  case ItemText::Open:
    scope.open();
    return declareLabels(text, index + 1, scope);
  case ItemText::Close:
    scope.close();
    return true;
  case ItemText::Label:
    return true;
  case ItemText::Registers:
    return declareRegisters(item, scope);
  case ItemText::Variable:
    return declareInBody(item, scope);
  case ItemText::Targets:
    return declareTargets(item, scope);
  case ItemText::Statement:
    return decode(item, scope);
  }
  return false;
}

bool Builder::buildFunction(const FunctionText &text, uint32_t number) {
  Scope scope(program, globals, number);
  scope.function().first = uint32_t(program.code.size());
  uses.clear();
  std::vector<Parameter> parameters, results;
  if (!addParameters(text.parameters, scope, parameters, true) ||
      !addParameters(text.results, scope, results, false) ||
      !declareLabels(text, 0, scope))
    return false;
  scope.function().parameters = std::move(parameters);
  scope.function().results = std::move(results);
  for (size_t i = 0; i < text.items.size(); ++i)
    if (!buildItem(text, i, scope))
      return false;
  ItemText end; // Running off the end returns.
  end.name = "ret";
  end.line = text.items.empty() ? text.line : text.items.back().line;
  if (!decode(end, scope))
    return false;
  Function &function = scope.function();
  function.last = uint32_t(program.code.size());
  for (const Constant &constant : function.constants)
    if (constant.kind == Constant::Variable &&
        program.variables[constant.value].space == Space::Shared)
      function.sharedVariables.push_back(uint32_t(constant.value));
  analyseControlFlow(program, function);
  findDoubtfulReads(program, function, uses);
  return true;
}

/// Replaces the indices of parameters by their offsets in the callee.
bool Builder::linkCopies(const CallSite &site,
                         const std::vector<Parameter> &parameters,
                         std::vector<CallSite::Copy> &copies) {
  const std::string &name = program.functions[site.callee].name;
  if (copies.size() != parameters.size())
    return fail(site.line, "the call of '" + name + "' passes " +
                               std::to_string(copies.size()) + " values of " +
                               std::to_string(parameters.size()));
  for (size_t i = 0; i < copies.size(); ++i) {
    if (copies[i].bytes != parameters[i].bytes)
      return fail(site.line, "the call of '" + name + "' passes " +
                                 std::to_string(copies[i].bytes) +
                                 " bytes as '" + parameters[i].name +
                                 "', which has " +
                                 std::to_string(parameters[i].bytes));
    copies[i].calleeOffset = parameters[i].offset;
  }
  return true;
}

bool Builder::linkCall(CallSite &site) {
  const Function &callee = program.functions[site.callee];
  if (callee.first == callee.last)
    return fail(site.line, "it calls '" + callee.name +
                               "', which has no body in this module");
  return linkCopies(site, callee.parameters, site.arguments) &&
         linkCopies(site, callee.results, site.results);
}

bool Builder::build(const ModuleText &module) {
  program.target = module.target;
  for (const VariableText &variable : module.variables)
    if (!declareVariable(variable, globals))
      return false;
  for (const FunctionText &function : module.functions)
    if (!declareFunction(function))
      return false;
  // Calls read the parameters of functions that come later in the text.
  for (size_t i = 0; i < module.functions.size(); ++i)
    if (module.functions[i].hasBody &&
        !buildFunction(module.functions[i], uint32_t(i)))
      return false;
  for (CallSite &site : program.calls)
    if (!linkCall(site))
      return false;
  return true;
}

} // namespace neo::ptx
