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
  SmallVector<std::pair<AffineExpr, bool>> all;
  for (IntegerSet set : {a, b})
    for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
      std::pair<AffineExpr, bool> one(set.getConstraint(i), set.isEq(i));
      if (!llvm::is_contained(all, one))
        all.push_back(one);
    }
  auto constraints = llvm::to_vector(llvm::make_first_range(all));
  auto equalities = llvm::to_vector(llvm::make_second_range(all));
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
