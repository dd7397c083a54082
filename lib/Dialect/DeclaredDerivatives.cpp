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

func::FuncOp neo::getFirstPrimal(func::FuncOp derivative) {
  while (func::FuncOp primal = getPrimal(derivative))
    derivative = primal;
  return derivative;
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

SmallVector<func::FuncOp> neo::findUncalledDerivatives(ModuleOp module) {
  SmallVector<func::FuncOp> uncalled;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isDeclaration() && getPrimal(function))
      uncalled.push_back(function);
  if (uncalled.empty())
    return uncalled;
  llvm::StringSet<> called = findNamesInUse(module);
  llvm::erase_if(uncalled, [&](func::FuncOp function) {
    return called.contains(function.getName());
  });
  return uncalled;
}

SmallVector<func::FuncOp> neo::findUnusedDerivatives(ModuleOp module) {
  SmallVector<func::FuncOp> unused = findUncalledDerivatives(module);
  if (unused.empty())
    return unused;
  llvm::StringSet<> needed;
  for (auto function : module.getOps<func::FuncOp>())
    if (func::FuncOp primal = getPrimal(function))
      needed.insert(primal.getName());
  llvm::erase_if(unused, [&](func::FuncOp function) {
    return needed.contains(function.getName());
  });
  return unused;
}
