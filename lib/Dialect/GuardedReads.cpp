//===- GuardedReads.cpp - The guard of an expression, at its reads --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/GuardedReads.h"

#include "Neo/Dialect/Conditions.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace neo;

/// The constant that `op` gives for constants; null if it is none.
static Attribute foldAt(Operation &op,
                        const llvm::DenseMap<Value, Attribute> &known) {
  auto values = llvm::map_to_vector(
      op.getOperands(), [&](Value operand) { return known.lookup(operand); });
  SmallVector<OpFoldResult> results;
  // Of a copy: folding may exchange operands.
  Operation *copy = op.clone();
  bool isFolded = succeeded(copy->fold(values, results)) && results.size() == 1;
  copy->destroy();
  if (!isFolded)
    return {};
  auto value = dyn_cast<Value>(results.front());
  return value ? known.lookup(value) : cast<Attribute>(results.front());
}

Attribute neo::getValueAtZeros(ComputeOp op) {
  Builder b(op.getContext());
  llvm::DenseMap<Value, Attribute> known;
  for (BlockArgument argument : op.getBodyBlock()->getArguments())
    known[argument] = b.getZeroAttr(argument.getType());
  for (Operation &each : op.getBodyBlock()->without_terminator())
    if (Attribute constant = foldAt(each, known))
      known[each.getResult(0)] = constant;
  return known.lookup(op.getYielded());
}

bool neo::isZero(Attribute number) {
  return matchPattern(number, m_AnyZeroFloat()) ||
         matchPattern(number, m_Zero());
}

LogicalResult neo::guardReads(MutableArrayRef<OperandSpec> operands,
                              IntegerSet condition) {
  Builder b(condition.getContext());
  for (OperandSpec &operand : operands) {
    Type element = getElementTypeOrSelf(operand.value);
    auto zero = cast<TypedAttr>(b.getZeroAttr(element));
    if (operand.guard && operand.pad != zero)
      return failure();
    operand.guard = conjoin(operand.guard, condition);
    operand.pad = zero;
  }
  return success();
}
