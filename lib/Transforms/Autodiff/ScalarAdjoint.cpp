//===- ScalarAdjoint.cpp - Reverse mode over one scalar body --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ScalarAdjoint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace neo;

SmallVector<Value> AdjointValues::list() const {
  SmallVector<Value> values = {cotangent};
  for (Value value : {position, extremum, ties, before, after})
    if (value)
      values.push_back(value);
  return values;
}

ScalarAdjoint::ScalarAdjoint(ComputeOp forward, const AdjointValues &saved,
                             const DerivativeRules &rules)
    : forward(forward), saved(saved), rules(rules),
      builder(forward.getContext()) {
  addArguments();
  builder.setInsertionPointToEnd(&block);
  cloneForward();
}

void ScalarAdjoint::addArguments() {
  Location loc = forward.getLoc();
  for (BlockArgument argument : forward.getBodyBlock()->getArguments())
    mapping.map(argument, block.addArgument(argument.getType(), loc));
  for (Value value : saved.list())
    block.addArgument(getElementTypeOrSelf(value), loc);
  block.addArgument(builder.getIndexType(), loc);
}

void ScalarAdjoint::cloneForward() {
  for (Operation &op : forward.getBodyBlock()->without_terminator())
    builder.clone(op, mapping);
}

/// Marks the float values of the forward body that depend on the slots.
void ScalarAdjoint::markActive(ArrayRef<unsigned> slots) {
  for (unsigned slot : slots)
    active.insert(forward.getBodyBlock()->getArgument(slot));
  for (Operation &op : forward.getBodyBlock()->without_terminator())
    if (llvm::any_of(op.getOperands(), [&](Value v) { return isActive(v); }))
      for (Value value : op.getResults())
        if (isa<FloatType>(value.getType()))
          active.insert(value);
}

void ScalarAdjoint::accumulate(Value value, Value contribution) {
  Value &sum = cotangents[value];
  sum = sum ? Value(arith::AddFOp::create(builder, contribution.getLoc(), sum,
                                          contribution))
            : contribution;
}

/// Propagates the cotangent of one operation of the forward body to its
/// operands.
LogicalResult ScalarAdjoint::propagate(Operation &original) {
  Value seed;
  for (Value value : original.getResults())
    if (isActive(value))
      seed = cotangents.lookup(value);
  if (!seed)
    return success();
  const DerivativeRule *rule = rules.require(&original);
  if (!rule)
    return failure();
  Operation *clone = mapping.lookup(original.getResult(0)).getDefiningOp();
  auto sink = [&](unsigned i, Value contribution) {
    if (isActive(original.getOperand(i)))
      accumulate(original.getOperand(i), contribution);
  };
  Chain chain(builder, clone, seed, sink);
  rule->propagate(chain);
  return success();
}

LogicalResult ScalarAdjoint::derive(ArrayRef<unsigned> slots) {
  markActive(slots);
  if (!isActive(forward.getYielded()))
    return success();
  cotangents[forward.getYielded()] = buildSeed();
  for (Operation &op :
       llvm::reverse(forward.getBodyBlock()->without_terminator()))
    if (failed(propagate(op)))
      return failure();
  for (unsigned slot : slots)
    if (Value part =
            cotangents.lookup(forward.getBodyBlock()->getArgument(slot)))
      result = result ? Value(arith::AddFOp::create(builder, part.getLoc(),
                                                    result, part))
                      : part;
  dropDeadCode();
  return success();
}

void ScalarAdjoint::dropDeadCode() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && !llvm::is_contained(op.getResults(), result))
      op.erase();
}

static bool isZero(const DerivativeRule &rule, Operation &op,
                   const llvm::DenseSet<Value> &zeros) {
  auto zero = [&](Value value) { return zeros.contains(value); };
  switch (rule.zero) {
  case ZeroIf::never:
    return false;
  case ZeroIf::any:
    return llvm::any_of(op.getOperands(), zero);
  case ZeroIf::all:
    return llvm::all_of(op.getOperands(), zero);
  case ZeroIf::first:
    return zero(op.getOperand(0));
  }
  return false;
}

bool ScalarAdjoint::vanishesAt(unsigned slot) {
  llvm::DenseSet<Value> zeros;
  zeros.insert(block.getArgument(slot));
  for (Operation &op : block) {
    if (op.getNumResults() != 1)
      continue;
    const DerivativeRule *rule = rules.lookup(&op);
    bool selectsZero = isa<arith::SelectOp>(op) &&
                       zeros.contains(op.getOperand(1)) &&
                       zeros.contains(op.getOperand(2));
    if (matchPattern(&op, m_AnyZeroFloat()) || selectsZero ||
        (rule && ::isZero(*rule, op, zeros)))
      zeros.insert(op.getResult(0));
  }
  return zeros.contains(result);
}
