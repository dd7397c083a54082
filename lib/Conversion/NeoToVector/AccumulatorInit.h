//===- AccumulatorInit.h - Tiles that go on with a result -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Blocks of a reduction outside all other loops leave sums in the result, which
// the next block goes on with. Long blocks add them at the end, as LLVM likes
// it best. A column sum in blocks of four rows reads one vector of the result
// for four of its operand, and begins with it:
//
//     for i (4)
//       for j (4 vectors)
//         tile = first block ? 0 : y[j ...]      prefetched first of all
//         tile += X[i, j ...], ..., X[i + 3, j ...]
//         y[j ...] = tile
//
// One addition less for each vector, and one branch for all of them instead of
// a choice for each: what is in work at a time is counted in instructions.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_ACCUMULATORINIT_H
#define NEO_CONVERSION_NEOTOVECTOR_ACCUMULATORINIT_H

#include "TileState.h"

namespace neo {

/// Are the blocks of `schedule` so short that tiles begin with the result?
bool beginsWithResult(const LoopNest &nest, const Schedule &schedule);

/// The accumulators of a tile as the block before left them in `buffer`, a
/// vector for each of `points`; `neutral` in the first block.
llvm::SmallVector<mlir::Value> resumeResult(TileState &state,
                                            llvm::ArrayRef<mlir::Value> neutral,
                                            llvm::ArrayRef<TilePoint> points,
                                            mlir::Value blockStart,
                                            mlir::Value buffer);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ACCUMULATORINIT_H
