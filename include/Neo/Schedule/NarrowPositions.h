//===- NarrowPositions.h - Loop positions in 32 bits ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The result of an argmax has type i64, and the gradient of a row's maximum
//
//     dx[i, j] = (best[i] == j ? dy[i] : 0)        best: i64, dx: f32
//
// compares 64 bits per element. If the widest type decided the number of lanes,
// the whole row would be processed with half of them. But the extents of the
// loops bound every position, and below 2^31 32 bits are enough: an argmax
// keeps candidate positions as i32, and an i64 number n equals a position p if
// its low 32 bits do and sign extension gives n back:
//
//     n == p    -->    i32(n) == i32(p) and i64(i32(n)) == n
//
// The second condition is mostly loop-invariant: n is one number for the row.
// A label of type i32 needs none: i32(p) is p.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_NARROWPOSITIONS_H
#define NEO_SCHEDULE_NARROWPOSITIONS_H

#include "Neo/Schedule/LoopNest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace neo {

/// Are all positions in `nest` below 2^31?
bool countsIn32Bits(const LoopNest &nest);

/// A comparison of `number` with the value of a loop, for equality or not.
struct PositionTest {
  mlir::Value number; // i64 or i32
  IndexOp position;
  bool isEqual;

  /// Matches a comparison that 32 bits decide.
  static std::optional<PositionTest> match(mlir::Operation *op,
                                           const LoopNest &nest);
};

} // namespace neo

#endif // NEO_SCHEDULE_NARROWPOSITIONS_H
