//===- CheckedAffine.h - Index arithmetic that cannot wrap ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// MLIR folds affine expressions in 64 bits without overflow checks: `(i * 2^62)
// * 4 + i` folds to `i`. Code that adds, multiplies or substitutes index
// expressions therefore checks first that folding is safe.
//
// What decides is the *magnitude* of an expression: what it could be at most if
// every loop were 1 and every sign plus.
//
//     magnitude(3 * i - 5)          3 + 5
//     magnitude(e + f)              magnitude(e) + magnitude(f)
//     magnitude(e * c)              magnitude(e) * |c|
//     magnitude(e floordiv c)       magnitude(e) / c + 2
//     magnitude(e mod c)            2 * (magnitude(e) + c), as e - c * (e / c)
//
// Every coefficient and constant that folding, flattening or multiplying out
// can make of an expression is a sum of products that the magnitude counts
// with plus signs; so none of them is larger. The limit is 2^61 and not 2^63:
// a difference of two bounds, or a bound and an extent, then fits as well.
//
// The magnitude does not depend on extents. The range of an expression over the
// loops is getInterval (AffineRange.h), and `fits64Bits` checks both.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_CHECKEDAFFINE_H
#define NEO_DIALECT_CHECKEDAFFINE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"

#include <optional>

namespace neo {

constexpr int64_t maxMagnitude = int64_t(1) << 61;

/// The magnitude of `expr`; nothing if it is larger than 2^61. Where `ofDims`
/// is given, loop d counts as ofDims[d] and not as 1.
std::optional<int64_t> getMagnitude(mlir::AffineExpr expr,
                                    llvm::ArrayRef<int64_t> ofDims = {});

/// Do all numbers that folding `expr` can make, and all values that it takes
/// over the extents, fit 64 bits? An empty loop counts as one of one step.
bool fits64Bits(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> extents);

/// `expr` where loop d is result d of `inner`, simplified; a failure if 64 bits
/// do not hold that over `extents`, the loops of `inner`.
mlir::FailureOr<mlir::AffineExpr>
composeChecked(mlir::AffineExpr expr, mlir::AffineMap inner,
               llvm::ArrayRef<int64_t> extents);

/// The same for every result of `outer`.
mlir::FailureOr<mlir::AffineMap>
composeChecked(mlir::AffineMap outer, mlir::AffineMap inner,
               llvm::ArrayRef<int64_t> extents);

} // namespace neo

#endif // NEO_DIALECT_CHECKEDAFFINE_H
