//===- MeanPivot.h - Pivots for sums of differences -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Sums of differences that are computed before the mean is known
// (CentredSums.cpp) are of differences to a *pivot* near it. Of up to 1024
// terms that is the median of the first, the middle and the last: one of these
// may be as far from all others as it likes. Of more it is the mean of a
// sample, one term in 128:
//
//     x0       = X[0, c, 0]
//     s[c]     = sum [b: 16, p: 32] (X[b, c, p] - x0)     of 16 x 3136 terms
//     pivot[c] = x0 + s[c] / 512
//
// A sample of k among n terms is far from the mean where all others are equal:
// (m - pivot)^2 / v is n / k - 1 then, so not more than 127, however many terms
// there are; of terms in any order it is 1 / k or so, less than of the first
// alone. Where all terms are equal the pivot is that number exactly, and
// nothing remains, as differences to x0 are summed and not the terms.
//
// Contiguous terms are sampled sixteen together, a cache line; of other loops,
// outermost first, as many steps as needed, evenly spread over their range.
//
// Cost: a hundredth of the terms is read and added up once more.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_MEANPIVOT_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_MEANPIVOT_H

#include "CentredTerms.h"

namespace neo {

/// Is the pivot the mean of a sample?
bool takesSample(const SummedValue &sum);

/// A pivot for each element of `sum`; the operators that compute it are
/// inserted by `b`.
OperandSpec makePivot(mlir::OpBuilder &b, const SummedValue &sum);

/// The sum over the loops of `op` of the product of `others` and of each of
/// `powers` minus the pivot; `powers` are all the same value of its body.
mlir::Value sumShifted(mlir::OpBuilder &b, ComputeOp op,
                       llvm::ArrayRef<mlir::Value> powers,
                       llvm::ArrayRef<mlir::Value> others, OperandSpec pivot);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_MEANPIVOT_H
