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

std::optional<unsigned> neo::findOutput(ScanOp scan, Value value) {
  OperandRange returned =
      scan.lookupStep().front().getTerminator()->getOperands();
  for (unsigned i = scan.getCarry().size(); i < returned.size(); ++i)
    if (returned[i] == value)
      return i;
  return std::nullopt;
}

unsigned neo::getOutput(ScanOp scan, Value value) {
  if (std::optional<unsigned> there = findOutput(scan, value))
    return *there;
  Operation *returned = scan.lookupStep().front().getTerminator();
  returned->insertOperands(returned->getNumOperands(), value);
  return returned->getNumOperands() - 1;
}

void neo::dropUnread(func::FuncOp step, unsigned first,
                     SmallVectorImpl<Value> &operands) {
  for (unsigned i = operands.size(); i-- > 0;) {
    if (!step.getArgument(first + i).use_empty())
      continue;
    (void)step.eraseArgument(first + i);
    operands.erase(operands.begin() + i);
  }
}

ScanOp neo::rebuildScan(ScanOp scan, ValueRange carry, ValueRange over,
                        ValueRange constants) {
  func::FuncOp step = scan.lookupStep();
  Block &body = step.front();
  step.setType(FunctionType::get(step.getContext(), body.getArgumentTypes(),
                                 body.getTerminator()->getOperandTypes()));
  SmallVector<Type> types(step.getResultTypes().take_front(carry.size()));
  for (Type slice : step.getResultTypes().drop_front(carry.size()))
    types.push_back(getStackType(scan.getSteps(), slice));
  OpBuilder builder(scan);
  auto rebuilt = ScanOp::create(builder, scan.getLoc(), types, step.getName(),
                                scan.getSteps(), scan.getReverse(), carry, over,
                                constants);
  rebuilt->setDiscardableAttrs(scan->getDiscardableAttrDictionary());
  return rebuilt;
}

ScanOp neo::replaceScan(ScanOp scan, ValueRange over, ValueRange constants) {
  ScanOp rebuilt = rebuildScan(scan, scan.getCarry(), over, constants);
  scan->replaceAllUsesWith(
      rebuilt->getResults().take_front(scan->getNumResults()));
  scan->erase();
  return rebuilt;
}
