//===- CentredParts.h - Sums over a part of a mean's loops ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradients of a group norm sum d (x - m) for each channel of a group,
// while the mean m is that of all channels:
//
//     %s = neo.compute [k, c] sum [p] %D[k, c, p], %X[k, c, p], %m[k]
//          ... d * (x - m)
//
// The pivot of the group (CentredSums.cpp) is inaccurate here: its distance
// from m is of the order of the deviations in the group, and one channel may
// have deviations a thousand times smaller than another, so that its sums would
// lose three digits. Each part has its own pivot, the median of three of its
// numbers:
//
//     q = median of X[k, c, 0], X[k, c, P / 2], X[k, c, P - 1]
//     s = sum d (x - q) - (m - q) sum d
//
// Exact in the reals, for any q. In floats a sum rounds by u times the sizes of
// its terms. As it is written s rounds by u sum |d| |x - m|, and m by itself;
// here by u sum |d| |x - q| + u |m - q| sum |d|, which is at most 2 u |m - q|
// sum |d| more. So no accuracy is lost if |m - q| is at most the average |x -
// m| of the part: also if the part is far from the others, or has small
// deviations, or is constant (then s is (q - m) sum d), if all numbers are far
// from 0, or if one of the three is an outlier. If two of the three are
// outliers on the same side, and all others equal m, |m - q| is n / 2 averages:
// of 1024 numbers three or four of seven digits are left, as in the sums of a
// norm by its first number. More than 1024 have the mean of a sample for a
// pivot (MeanPivot.h), which is n / k = 128 averages away at most.
//
// Cost: sum d, which norms have for the gradient of their offset anyway, and
// q.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_CENTREDPARTS_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_CENTREDPARTS_H

#include "CentredTerms.h"

#include "Neo/Transforms/Algebra/Rewrites.h"

namespace neo {

/// Replaces `op`, a sum over a part of a mean's loops, by sums that do not
/// depend on the mean, if it is long enough.
void centrePart(ComputeOp op, const CentredTerms &terms,
                mlir::RewriterBase &rewriter, const AlgebraOptions &options);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_CENTREDPARTS_H
