//===- RunningProducts.h - Derivatives of cumulative products ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A cumulative product, P[i] = prod_{k <= i} A[k], has a term for every pair of
// i and k, and the product of all factors but one (ExclusiveProducts.h) of each
// were a tensor of these pairs. It obeys a recurrence instead, and so do its
// derivatives, of n steps:
//
//     P[k]  = A[k] * P[k - 1]
//     dP[k] = A[k] * dP[k - 1] + P[k - 1] * dA[k]                    forward
//     S[k]  = dP[k] + A[k + 1] * S[k + 1],  dA[k] = P[k - 1] * S[k]  reverse
//
// Nothing is divided or compared: factors may be 0, infinite or NaN. A linear
// recurrence x[k] = b[k] + a[k] * x[k + 1] is solved by recursive doubling:
// with s = 1, 2, 4, ... each step
//
//     b[k] := b[k] + a[k] * b[k + s]
//     a[k] := a[k] * a[k + s]
//
// doubles the number of steps that b[k] has taken in, in two sweeps that fill
// vectors. So 1024 factors take 20 sweeps, and derivatives of any order are
// those of sums and products of elements.
//
// Source: Kogge and Stone, A Parallel Algorithm for the Efficient Solution of a
// General Class of Recurrence Equations, IEEE Transactions on Computers, 1973.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_AUTODIFF_RUNNINGPRODUCTS_H
#define NEO_LIB_TRANSFORMS_AUTODIFF_RUNNINGPRODUCTS_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Element i of `product` along `dimension` is the product of the factors up to
/// i + `offset`; from there on, where it is reversed.
struct RunningProduct {
  ComputeOp product;
  /// A tensor of all factors, which stand along the same dimension.
  ComputeOp factors;
  unsigned dimension;
  int64_t offset;
  bool isReversed;
};

/// `op` as a running product, with an operator for its factors that reads the
/// operands of `op`; none if it is no such product.
std::optional<RunningProduct> findRunningProduct(mlir::OpBuilder &builder,
                                                 ComputeOp op);

/// The cotangent of the factors.
mlir::Value buildRunningAdjoint(mlir::OpBuilder &builder,
                                RunningProduct running, mlir::Value cotangent);

/// The tangent of the product.
mlir::Value buildRunningTangent(mlir::OpBuilder &builder,
                                RunningProduct running, mlir::Value tangent);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_AUTODIFF_RUNNINGPRODUCTS_H
