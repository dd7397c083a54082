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
  if (auto product = value.getDefiningOp<arith::MulFOp>())
    return isFactor(product.getLhs(), factor) ||
           isFactor(product.getRhs(), factor);
  if (auto negation = value.getDefiningOp<arith::NegFOp>())
    return isFactor(negation.getOperand(), factor);
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
