//===- Conditions.cpp - Integer sets as guards ----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Conditions.h"

#include "Neo/Dialect/CheckedAffine.h"

using namespace mlir;
using namespace neo;

IntegerSet neo::conjoin(IntegerSet a, IntegerSet b) {
  if (!a || !b)
    return a ? a : b;
  SmallVector<AffineExpr> constraints(a.getConstraints());
  SmallVector<bool> equalities(a.getEqFlags());
  llvm::append_range(constraints, b.getConstraints());
  llvm::append_range(equalities, b.getEqFlags());
  return IntegerSet::get(a.getNumDims(), 0, constraints, equalities);
}

FailureOr<IntegerSet> neo::composeChecked(IntegerSet set, AffineMap map,
                                          ArrayRef<int64_t> extents) {
  if (!set)
    return set;
  SmallVector<AffineExpr> constraints;
  for (AffineExpr constraint : set.getConstraints()) {
    FailureOr<AffineExpr> composed = composeChecked(constraint, map, extents);
    if (failed(composed))
      return failure();
    constraints.push_back(*composed);
  }
  return IntegerSet::get(map.getNumDims(), 0, constraints, set.getEqFlags());
}
