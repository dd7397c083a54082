//===- OperandPlan.cpp - How linalg.generic reads each operand ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "OperandPlan.h"

#include "Neo/Dialect/AffineRange.h"

using namespace mlir;
using namespace neo;

/// Is `expr` a sum of loops with positive factors and constants that are not
/// negative?
static bool isPositiveSum(AffineExpr expr) {
  if (isa<AffineDimExpr>(expr))
    return true;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return isPositiveSum(binary.getLHS()) && isPositiveSum(binary.getRHS());
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && factor &&
         factor.getValue() > 0 && isPositiveSum(binary.getLHS());
}

/// Can this index of a dimension of `size` elements be part of an indexing map?
static bool canState(AffineExpr index, int64_t size,
                     ArrayRef<int64_t> extents) {
  if (auto dim = dyn_cast<AffineDimExpr>(index))
    return extents[dim.getPosition()] == size;
  std::optional<AffineInterval> range = getInterval(index, extents);
  return isPositiveSum(index) && range && range->high < size;
}

static bool canState(ComputeOp op, unsigned i) {
  if (op.getGuard(i))
    return false;
  SmallVector<int64_t> extents = op.getExtents();
  return llvm::all_of(llvm::zip_equal(op.getMap(i).getResults(),
                                      op.getOperandType(i).getShape()),
                      [&](auto dimension) {
                        auto [index, size] = dimension;
                        return canState(index, size, extents);
                      });
}

OperandPlan::OperandPlan(ComputeOp op) {
  llvm::SmallBitVector isStated(op.getNumLoops());
  isStated.set(0, op.getNumOutputLoops());
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
    if (!canState(op, i))
      continue;
    stated.push_back(i);
    maps.push_back(op.getMap(i));
    for (AffineExpr index : op.getMap(i).getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(index))
        isStated.set(dim.getPosition());
  }
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!isStated[loop])
      unstatedLoops.push_back(loop);
}
