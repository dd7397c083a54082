//===- Conditions.h - Integer sets as guards --------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A guard is a conjunction, stored as MLIR's IntegerSet over the loops, or the
// null set where there is none: it holds everywhere. Rewrites do two things
// with guards. They join them, and they carry them to other loops, where loop d
// of the old ones has the value that a map gives:
//
//     (i < 5) and null                      (i < 5)
//     (i < 5) and (i >= j)                  (i < 5, i >= j)
//     (i - 1 >= 0) at i = 2 * x             (2 * x - 1 >= 0)
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_CONDITIONS_H
#define NEO_DIALECT_CONDITIONS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

namespace neo {

/// Both conditions, those of `a` first and none of them twice; null means
/// always.
mlir::IntegerSet conjoin(mlir::IntegerSet a, mlir::IntegerSet b);

/// `set` where loop d is result d of `map`; a failure if 64 bits do not hold
/// that over `extents`, the loops of `map`. Null stays null.
mlir::FailureOr<mlir::IntegerSet>
composeChecked(mlir::IntegerSet set, mlir::AffineMap map,
               llvm::ArrayRef<int64_t> extents);

} // namespace neo

#endif // NEO_DIALECT_CONDITIONS_H
