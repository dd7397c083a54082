//===- LaneSums.h - Lanes of several vectors added together -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tile whose lanes are reduced ends with as many sums as it has vectors. Each
// alone takes an addition per halving, of which only half of the lanes are ever
// of use. Two vectors that are interleaved first take one addition for both:
//
//     a0 a1 a2 a3        a0 b0 a1 b1
//     b0 b1 b2 b3   ->   a2 b2 a3 b3   ->   a02 b02 a13 b13   ->   a b
//
// Eight vectors of eight lanes are seven additions of pairs, and one vector of
// eight sums. Where these are neighbours in the result, as the taps of a
// filter's gradient are, they leave in one store.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_LANESUMS_H
#define NEO_CONVERSION_NEOTOVECTOR_LANESUMS_H

#include "TileState.h"

namespace neo {

/// The sums of the lanes of `vectors`, of which there are a power of two, at
/// most as many as lanes: one vector, in the same order.
mlir::Value sumLanes(mlir::OpBuilder &b, mlir::Location loc,
                     llvm::SmallVector<mlir::Value> vectors);

/// How many of `points`, from the first on, are neighbours in the result and so
/// are added together: a power of two, at most as many as lanes.
size_t countSummedTogether(const TileState &state,
                           llvm::ArrayRef<TilePoint> points);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_LANESUMS_H
