//===- OneHotSums.h - Sums of what a number selects -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A one-hot matrix is a comparison of numbers with a loop, and a product with
// it a sum of selected terms. Both products of it are cheaper without it:
//
//     sum [v]  (I[n] == v) * W[v, c]      a gather          SelectedReads.cpp
//     sum [n]  (I[n] == v) * X[n, c]      a scatter_add     SelectedSums.cpp
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_ONEHOTSUMS_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_ONEHOTSUMS_H

#include "Neo/Transforms/Algebra/Rewrites.h"

namespace neo {

/// What `source`, a sum, gives, by adding each term to the element that a
/// number names; null where that cannot be or is not cheaper than `whole`
/// cycles.
mlir::Value scatterSelected(ComputeOp source, mlir::RewriterBase &rewriter,
                            const AlgebraOptions &options, double whole);

/// The same by reading the one term that a number names.
mlir::Value gatherSelected(ComputeOp source, mlir::RewriterBase &rewriter,
                           const AlgebraOptions &options, double whole);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_ONEHOTSUMS_H
