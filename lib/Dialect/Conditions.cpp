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
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  for (IntegerSet set : {a, b})
    for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
      bool isKnown = llvm::any_of(
          llvm::zip_equal(constraints, equalities), [&](auto other) {
            return std::get<0>(other) == set.getConstraint(i) &&
                   std::get<1>(other) == set.isEq(i);
          });
      if (isKnown)
        continue;
      constraints.push_back(set.getConstraint(i));
      equalities.push_back(set.isEq(i));
    }
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
