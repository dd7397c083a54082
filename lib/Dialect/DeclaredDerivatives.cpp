//===- DeclaredDerivatives.cpp - Derivatives that are asked for -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/DeclaredDerivatives.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace neo;

func::FuncOp neo::getPrimal(func::FuncOp function) {
  StringRef name = function.getName();
  auto module = function->getParentOfType<ModuleOp>();
  if (!module ||
      !(name.consume_back(vjpSuffix) || name.consume_back(jvpSuffix)))
    return {};
  return module.lookupSymbol<func::FuncOp>(name);
}

std::string neo::explainMissingBody(func::FuncOp declared) {
  std::string name = "'@" + declared.getName().str() + "'";
  if (func::FuncOp primal = getPrimal(declared))
    return name +
           " is only declared: run the pass neo-autodiff first, which "
           "derives its body from '@" +
           primal.getName().str() + "'";
  return name + " is only declared: define it in this module";
}

/// The names by which operations of `module` refer to functions.
static llvm::StringSet<> findNamesInUse(ModuleOp module) {
  llvm::StringSet<> names;
  if (auto uses = SymbolTable::getSymbolUses(&module.getRegion()))
    for (SymbolTable::SymbolUse use : *uses)
      names.insert(use.getSymbolRef().getRootReference().getValue());
  return names;
}

SmallVector<func::FuncOp> neo::findUnusedDerivatives(ModuleOp module) {
  SmallVector<func::FuncOp> unused;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isDeclaration() && getPrimal(function))
      unused.push_back(function);
  if (unused.empty())
    return unused;
  llvm::StringSet<> needed = findNamesInUse(module);
  for (auto function : module.getOps<func::FuncOp>())
    if (func::FuncOp primal = getPrimal(function))
      needed.insert(primal.getName());
  llvm::erase_if(unused, [&](func::FuncOp function) {
    return needed.contains(function.getName());
  });
  return unused;
}
