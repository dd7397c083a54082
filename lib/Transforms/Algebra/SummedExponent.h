//===- SummedExponent.h - The exponent of summed terms ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The terms of a sum may be exponentials in its body, or read from an operator
// that computes nothing else; constant factors do not matter:
//
//     %Z = neo.compute [i] sum [j] %X[i, j]      exp(2 * x) / 8
//     %Z = neo.compute [i] sum [j] %E[i, j]      e / 8
//     %E = neo.compute [i, j] %X[i, j]           exp(2 * x)
//
// Both times the exponent is 2 * x, of the loops i and j. The largest one for
// each element of the sum is a maximum over the same loops, under the same
// conditions.
//
// An exponent that reads an extremum which is invariant in the loops of the sum
// is *bounded*: the maximum has been subtracted already. The maximum of a
// pooling, which varies with them, is no such bound.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_SUMMEDEXPONENT_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_SUMMEDEXPONENT_H

#include "Neo/Dialect/NeoDialect.h"

#include <optional>

namespace neo {

/// `value` in the body of `op`; `loops` maps the loops of the sum to those of
/// `op`.
struct SummedExponent {
  ComputeOp op;
  mlir::AffineMap loops;
  mlir::Value value;

  static std::optional<SummedExponent> of(ComputeOp sum);

  bool isBounded(ComputeOp sum) const;
  /// The largest exponent for each element of `sum`.
  mlir::Value emitLargest(mlir::OpBuilder &b, ComputeOp sum) const;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_SUMMEDEXPONENT_H
