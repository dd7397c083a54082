//===- StepOf.cpp - The step of one loop over time ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StepOf.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace neo;

func::FuncOp neo::getOwnStep(ScanOp scan) {
  func::FuncOp step = scan.lookupStep();
  auto module = scan->getParentOfType<ModuleOp>();
  if (!step || !step.isPrivate() || step.isExternal() ||
      !llvm::hasSingleElement(step.getBody()))
    return {};
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(step, module);
  return uses && llvm::hasSingleElement(*uses) ? step : func::FuncOp();
}

/// Adds the scans of `function`, after those of their steps.
static void addScans(func::FuncOp function,
                     llvm::SmallDenseSet<Operation *> &seen,
                     SmallVectorImpl<ScanOp> &scans) {
  if (!seen.insert(function).second)
    return;
  function.walk([&](ScanOp scan) {
    if (func::FuncOp step = scan.lookupStep())
      addScans(step, seen, scans);
    scans.push_back(scan);
  });
}

SmallVector<ScanOp> neo::findScans(ModuleOp module) {
  SmallVector<ScanOp> scans;
  llvm::SmallDenseSet<Operation *> seen;
  for (auto function : module.getOps<func::FuncOp>())
    addScans(function, seen, scans);
  return scans;
}

void neo::updateType(func::FuncOp step) {
  Block &body = step.front();
  step.setType(FunctionType::get(step.getContext(), body.getArgumentTypes(),
                                 body.getTerminator()->getOperandTypes()));
}
