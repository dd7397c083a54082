//===- Contraction.cpp - Sums of products, whatever they are called -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

bool neo::isContraction(ComputeOp op) {
  return op.getKind() == ReductionKind::sum && op.getNumReductionLoops() > 0;
}

static bool isFactor(Value value, Value factor) {
  if (value == factor)
    return true;
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::MulFOp, arith::MulIOp>(op))
    return isFactor(op->getOperand(0), factor) ||
           isFactor(op->getOperand(1), factor);
  // A conversion of 0 is 0.
  if (isa_and_nonnull<arith::NegFOp, arith::ExtFOp, arith::TruncFOp,
                      arith::ExtSIOp, arith::ExtUIOp>(op))
    return isFactor(op->getOperand(0), factor);
  return false;
}

bool neo::annihilates(ComputeOp op, unsigned operand) {
  return isFactor(op.getYielded(), op.getBodyBlock()->getArgument(operand));
}

double neo::usesPerElement(ComputeOp op, double elements) {
  double points = 1;
  for (int64_t extent : op.getExtents())
    points *= extent;
  return points / std::max(elements, 1.0);
}
