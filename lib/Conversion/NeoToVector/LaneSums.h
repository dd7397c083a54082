//===- LaneSums.h - Horizontal sums of several vectors ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tile whose lanes are reduced ends with a horizontal sum of each of its
// vectors. Done one by one, each halving step is an addition of which half of
// the lanes are unused. Two vectors that are interleaved first share one
// addition:
//
//     a0 a1 a2 a3        a0 b0 a1 b1
//     b0 b1 b2 b3   ->   a2 b2 a3 b3   ->   a02 b02 a13 b13   ->   a b
//
// Eight vectors of eight lanes take seven such additions and give one vector of
// eight sums. Where these are contiguous in the result, as the taps of a
// filter's gradient are, they are written by one store.
//
// However many are added together, the lanes of each are added in the same
// order: those of 128 bits, then halves. So elements of one result are rounded
// alike, in a tile and in its remainder, and rows that are equal have equal
// sums.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_LANESUMS_H
#define NEO_CONVERSION_NEOTOVECTOR_LANESUMS_H

#include "TileState.h"

namespace neo {

/// The horizontal sums of `vectors`, as one vector in the same order. The
/// number of vectors is a power of two, at most the number of lanes.
mlir::Value sumLanes(mlir::OpBuilder &b, mlir::Location loc,
                     llvm::SmallVector<mlir::Value> vectors);

/// How many of `points`, from the first on, are contiguous in the result and so
/// are summed together: a power of two, at most the number of lanes.
size_t countSummedTogether(const TileState &state,
                           llvm::ArrayRef<TilePoint> points);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_LANESUMS_H
