//===- Module.cpp - PTX text, parsed and decoded --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Emulator/Module.h"

#include "Builder.h"
#include "Parser.h"

#include <atomic>

namespace neo::ptx {

static void splitLines(Program &program) {
  std::string_view rest = program.text;
  while (!rest.empty()) {
    size_t end = std::min(rest.find('\n'), rest.size());
    program.lines.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

std::optional<Module> Module::parse(std::string_view text, std::string &error) {
  static std::atomic<uint64_t> parsed{0};
  auto program = std::make_shared<Program>();
  program->identity = ++parsed;
  program->text = text;
  splitLines(*program);
  std::vector<Token> tokens;
  ModuleText syntax;
  if (!tokenize(program->text, tokens, error) ||
      !Parser(tokens, error).parseModule(syntax) ||
      !Builder(*program, error).build(syntax))
    return std::nullopt;
  Module module;
  module.decoded = std::move(program);
  return module;
}

const Function *Program::findEntry(std::string_view name) const {
  for (const Function &function : functions)
    if (function.isEntry && function.name == name)
      return &function;
  return nullptr;
}

std::vector<std::string> Module::entries() const {
  std::vector<std::string> names;
  for (const Function &function : decoded->functions)
    if (function.isEntry)
      names.push_back(function.name);
  return names;
}

const std::vector<Parameter> *Module::parameters(std::string_view entry) const {
  const Function *function = decoded->findEntry(entry);
  return function ? &function->parameters : nullptr;
}

} // namespace neo::ptx
