//===- RunningReduction.cpp - Sums up to each element ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/RunningReduction.h"

using namespace mlir;
using namespace neo;

/// Is `loop` of the result in no index of an operand?
static bool isReadByNone(ComputeOp op, unsigned loop) {
  return llvm::none_of(
      op.getMaps().getAsValueRange<AffineMapAttr>(),
      [&](AffineMap map) { return map.isFunctionOfDim(loop); });
}

/// Is `loop` a term of the sum `expr`, and not in a division?
static bool isTerm(AffineExpr expr, AffineExpr loop) {
  if (expr.getKind() == AffineExprKind::Add) {
    auto sum = cast<AffineBinaryOpExpr>(expr);
    return isTerm(sum.getLHS(), loop) || isTerm(sum.getRHS(), loop);
  }
  if (expr.getKind() == AffineExprKind::Mul)
    return cast<AffineBinaryOpExpr>(expr).getLHS() == loop;
  return expr == loop;
}

/// Does `condition` compare a summed loop with one that nothing is read at?
static bool comparesPositions(ComputeOp op, AffineExpr condition) {
  unsigned outputs = op.getNumOutputLoops();
  for (unsigned summed = outputs; summed < op.getNumLoops(); ++summed) {
    if (!isTerm(condition, getAffineDimExpr(summed, op.getContext())))
      continue;
    for (unsigned loop = 0; loop < outputs; ++loop)
      if (condition.isFunctionOfDim(loop) && isReadByNone(op, loop))
        return true;
  }
  return false;
}

bool neo::isRunningReduction(ComputeOp op) {
  if (op.getNumReductionLoops() == 0)
    return false;
  SmallVector<IntegerSet> sets = {op.getWhereSet()};
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
    sets.push_back(op.getGuard(operand));
  return llvm::any_of(sets, [&](IntegerSet set) {
    return set && llvm::any_of(set.getConstraints(), [&](AffineExpr each) {
             return comparesPositions(op, each);
           });
  });
}
