//===- SavedValues.cpp - What the backward pass reads of the forward ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SavedValues.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/FixedValues.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace neo;

/// All values that an operation reads, its regions included.
static llvm::SetVector<Value> readsOf(Operation *op) {
  llvm::SetVector<Value> reads(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), reads);
  return reads;
}

SavedValues::SavedValues(func::FuncOp joint, ValueRange cotangents,
                         unsigned count, const AlgebraCost &cost)
    : results(joint.front().getTerminator()->getOperands().take_front(count)),
      cost(cost) {
  backward.insert(cotangents.begin(), cotangents.end());
  for (Operation &op : joint.front())
    if (readsCotangent(&op))
      backward.insert(op.result_begin(), op.result_end());
  SmallVector<Value> open(results);
  while (!open.empty()) {
    Operation *definition = open.pop_back_val().getDefiningOp();
    if (definition && forward.insert(definition).second)
      llvm::append_range(open, readsOf(definition));
  }
}

bool SavedValues::readsCotangent(Operation *op) const {
  return llvm::any_of(readsOf(op),
                      [&](Value read) { return backward.contains(read); });
}

/// Does computing it take longer than writing it once and reading it once?
bool SavedValues::isDear(ComputeOp op) const {
  if (op.getKind() == ReductionKind::none)
    return false;
  AlgebraCost own = cost;
  own.elementBytes = getElementBytes(op.getType());
  double bytes = getCostedElements(op, op.getResult()) * own.elementBytes;
  double computing = own.ofPoints(getCostedPoints(op), 1 + getBodyCost(op));
  return isWorth(own.start + 2 * own.ofBytes(bytes), computing);
}

bool SavedValues::isSaved(Value value) const {
  Operation *definition = value.getDefiningOp();
  if (!forward.contains(definition) || definition->getNumOperands() == 0)
    return false;
  if (isResult(value))
    return true;
  auto compute = dyn_cast<ComputeOp>(definition);
  bool paysOff = compute ? isDear(compute) : !isa<GatherOp>(definition);
  return paysOff && !isFixed(value);
}

void SavedValues::visit(Value value, llvm::SetVector<Value> &saved) {
  Operation *definition = value.getDefiningOp();
  if (!definition || !visited.insert(value).second)
    return;
  if (!dependsOnCotangent(value) && isSaved(value)) {
    saved.insert(value);
    return;
  }
  for (Value read : readsOf(definition))
    visit(read, saved);
}

llvm::SetVector<Value> SavedValues::find(ValueRange gradients) {
  llvm::SetVector<Value> saved;
  for (Value gradient : gradients)
    visit(gradient, saved);
  return saved;
}
