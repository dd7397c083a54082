//===- Cases.h - Piecewise index expressions --------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Machine arithmetic is piecewise quasi-affine. A remainder takes the sign of
// the dividend, so `i - 3` divided by 4 leaves
//
//     (i - 3) mod 4            where i - 3 >= 0
//     -((3 - i) mod 4)         where 2 - i >= 0
//
// and code for a floor-mod adds 4 where this is negative. No pattern matching
// of such code is needed: its operations are evaluated case by case, and in the
// end one expression is (i - 3) mod 4 and the others are proven equal to it
// where they hold. So a select that corrects a division is read like any other
// select, in whatever form the code is written.
//
// Cases are disjoint and cover the region. Empty ones are dropped, by
// Presburger arithmetic (AffineRange.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_CASES_H
#define NEO_DIALECT_CASES_H

#include "Neo/Dialect/AffineRange.h"

namespace neo {

/// `expr >= 0`, or `expr == 0`.
struct Condition {
  mlir::AffineExpr expr;
  bool isEquality = false;
};
using Conditions = llvm::SmallVector<Condition>;

/// Both, those of `a` first.
Conditions conjoin(llvm::ArrayRef<Condition> a, llvm::ArrayRef<Condition> b);

/// The set over `loops` loops where all hold; null if there are none.
mlir::IntegerSet getSet(llvm::ArrayRef<Condition> conditions, unsigned loops);

/// The points of some loops where some conditions hold. An empty loop is
/// treated as one of one step, as its body is never executed.
class LoopRegion {
public:
  explicit LoopRegion(llvm::ArrayRef<int64_t> loopExtents);

  LoopRegion under(llvm::ArrayRef<Condition> more) const;
  bool isEmpty() const;
  bool proves(Condition condition) const;
  bool areEqual(mlir::AffineExpr a, mlir::AffineExpr b) const;
  /// Those of `some` that neither the region nor the others imply.
  Conditions withoutProven(llvm::ArrayRef<Condition> some) const;

  llvm::ArrayRef<int64_t> getExtents() const { return extents; }

private:
  llvm::SmallVector<int64_t> extents;
  Conditions conditions;
};

struct Case {
  Conditions when;
  mlir::AffineExpr value;
};
using Cases = llvm::SmallVector<Case>;

/// Adds the case to `cases` unless it holds nowhere on `region`.
void addCase(Cases &cases, const LoopRegion &region, Case one);

/// Adds `then` to `cases` where `condition` holds, and `otherwise` elsewhere,
/// both under `when`.
void addSplit(Cases &cases, const LoopRegion &region,
              llvm::ArrayRef<Condition> when, Condition condition,
              mlir::AffineExpr then, mlir::AffineExpr otherwise);

/// Merges all cases into one, if the expression of one is equal in all.
void mergeCases(Cases &cases, const LoopRegion &region);

} // namespace neo

#endif // NEO_DIALECT_CASES_H
