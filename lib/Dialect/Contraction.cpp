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

/// The operands of `op` any of which makes its result 0.
static OperandRange getFactors(Operation *op) {
  // A conversion of 0 is 0.
  bool is = isa<arith::MulFOp, arith::MulIOp, arith::NegFOp, arith::ExtFOp,
                arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp>(op);
  return op->getOperands().take_front(is ? op->getNumOperands() : 0);
}

SetVector<Value> neo::getVanishingFactors(ComputeOp op) {
  SetVector<Value> factors;
  factors.insert(op.getYielded());
  for (size_t next = 0; next < factors.size(); ++next)
    if (Operation *made = factors[next].getDefiningOp())
      factors.insert_range(getFactors(made));
  return factors;
}

bool neo::annihilates(ComputeOp op, unsigned operand) {
  return getVanishingFactors(op).contains(
      op.getBodyBlock()->getArgument(operand));
}

bool neo::dependsOnReduction(ComputeOp op, AffineExpr expr) {
  return llvm::any_of(
      llvm::seq<unsigned>(op.getNumOutputLoops(), op.getNumLoops()),
      [&](unsigned loop) { return expr.isFunctionOfDim(loop); });
}

double neo::usesPerElement(ComputeOp op, double elements) {
  double points = 1;
  for (int64_t extent : op.getExtents())
    points *= extent;
  return points / std::max(elements, 1.0);
}
