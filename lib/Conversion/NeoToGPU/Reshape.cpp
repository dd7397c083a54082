//===- Reshape.cpp - Operators that only change a shape -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/RowMajor.h"

using namespace mlir;
using namespace neo;

/// Is the result the operand's element, whatever its index?
static bool copiesElements(ComputeOp op) {
  Block &body = *op.getBodyBlock();
  return op->getNumOperands() == 1 && op.getNumReductionLoops() == 0 &&
         !op.getGuard(0) && !op.getWhereSet() &&
         op.getOperandType(0).getElementType() ==
             op.getType().getElementType() &&
         op.getOperandType(0).getNumElements() ==
             op.getType().getNumElements() &&
         body.getTerminator()->getOperand(0) == body.getArgument(0);
}

/// What `map` divides `loop` by: 1 if it does not.
static int64_t getDivisor(AffineMap map, unsigned loop) {
  int64_t divisor = 1;
  map.walkExprs([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (binary && part.getKind() == AffineExprKind::FloorDiv &&
        binary.getLHS() == getAffineDimExpr(loop, map.getContext()))
      if (auto by = dyn_cast<AffineConstantExpr>(binary.getRHS()))
        divisor = by.getValue();
  });
  return divisor;
}

/// A loop that is divided becomes two, of which quotient and rest are one each.
bool neo::isReshape(ComputeOp op) {
  if (!copiesElements(op))
    return false;
  MLIRContext *context = op.getContext();
  AffineMap map = op.getMap(0);
  SmallVector<AffineExpr> loops;
  SmallVector<int64_t> sizes;
  for (auto [loop, extent] : llvm::enumerate(op.getExtents())) {
    int64_t divisor = getDivisor(map, loop);
    if (divisor <= 0 || extent % divisor != 0)
      return false;
    loops.push_back(getAffineDimExpr(2 * loop, context) * divisor +
                    getAffineDimExpr(2 * loop + 1, context));
    sizes.append({extent / divisor, divisor});
  }
  AffineExpr from =
      linearize(map.getResults(), op.getOperandType(0).getShape(), context);
  SmallVector<AffineExpr> to;
  for (unsigned loop = 0; loop < loops.size(); ++loop)
    to.push_back(getAffineDimExpr(loop, context));
  AffineExpr apart = from - linearize(to, op.getType().getShape(), context);
  apart = simplifyInBox(
      simplifyAffineExpr(apart.replaceDims(loops), sizes.size(), 0), sizes);
  return simplifyAffineExpr(apart, sizes.size(), 0) ==
         getAffineConstantExpr(0, context);
}
