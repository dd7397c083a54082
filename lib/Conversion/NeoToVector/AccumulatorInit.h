//===- AccumulatorInit.h - Initial values of accumulators -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A blocked reduction loop outside all other loops leaves partial sums in the
// result, which the next block continues. Long blocks add the partial sum to
// their own at the end, which LLVM compiles best. A column sum in blocks of
// four rows reads one vector of the result for four of its operand, and
// initialises its accumulators with it:
//
//     for i (4)
//       for j (4 vectors)
//         tile = first block ? 0 : y[j ...]      prefetched first of all
//         tile += X[i, j ...], ..., X[i + 3, j ...]
//         y[j ...] = tile
//
// This saves one addition per vector, and takes one branch per tile instead of
// a select per vector: the fewer instructions a row has, the more loads fit
// into the out-of-order window.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_ACCUMULATORINIT_H
#define NEO_CONVERSION_NEOTOVECTOR_ACCUMULATORINIT_H

#include "TileState.h"

namespace neo {

/// Are the blocks of `schedule` so short that accumulators are initialised with
/// the result?
bool accumulatesInResult(const LoopNest &nest, const Schedule &schedule);

/// Initial accumulators of a tile: the partial sums that the previous block
/// left in `buffer`, a vector for each of `points`; `neutral` in the first
/// block.
llvm::SmallVector<mlir::Value>
loadAccumulators(TileState &state, llvm::ArrayRef<mlir::Value> neutral,
                 llvm::ArrayRef<TilePoint> points, mlir::Value blockStart,
                 mlir::Value buffer);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ACCUMULATORINIT_H
