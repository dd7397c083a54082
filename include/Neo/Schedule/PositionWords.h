//===- PositionWords.h - Positions in as few bits as they need --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A position is an i64 to whoever reads it, and the gradient of a row's maximum
//
//     dx[i, j] = (best[i] == j ? dy[i] : 0)        best: i64, dx: f32
//
// compares 64 bits per element. If these decided how many elements a vector
// holds, all that is done to a row would be done with half the lanes. But the
// loops say how large a position gets, and 32 bits hold all that is below 2^31:
// an argmax keeps the positions it has seen in these, and a number n is equal
// to a position p if the low 32 bits are and n has no others:
//
//     n == p    -->    i32(n) == i32(p) and i64(i32(n)) == n
//
// where n is mostly one number for the whole row, and the second half known
// before it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_POSITIONWORDS_H
#define NEO_SCHEDULE_POSITIONWORDS_H

#include "Neo/Schedule/LoopNest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace neo {

/// Are the positions that `nest` counts below 2^31?
bool countsInWords(const LoopNest &nest);

/// `number` is equal to the value of a loop, or not.
struct PositionTest {
  mlir::Value number; // i64
  IndexOp position;
  bool isEqual;

  /// If `op` is a test that 32 bits decide.
  static std::optional<PositionTest> match(mlir::Operation *op,
                                           const LoopNest &nest);
};

} // namespace neo

#endif // NEO_SCHEDULE_POSITIONWORDS_H
