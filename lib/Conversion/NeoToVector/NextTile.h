//===- NextTile.h - Prefetching for the next tile ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Operands that come from memory are prefetched (Schedule/PrefetchPlan.h): the
// elements that a tile reads in the next step of an outer loop are distributed
// over the steps of this tile, and of all tiles that read the same elements
// (PrefetchSegments.h):
//
//     C[i, j] = sum_k A[i, k] * B[k, j]     tile i: 6, order [i, j]
//
//     for i (6)
//       for j                               all of them read the same rows
//         for k                             steps 14 and 15 of 512 prefetch
//           tile += A[i, k] * B[k, j]       line 7 of rows i + 6 ... i + 11
//
// 192 lines for 512 steps are about one for every two. The later a line
// arrives, the fewer lines in use it evicts.
//
// Where the tiles of a block read adjacent segments of rows, these are
// distributed over all steps of all tiles, in memory order. If threads share
// the tiles, each prefetches the columns that its tiles read.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_NEXTTILE_H
#define NEO_CONVERSION_NEOTOVECTOR_NEXTTILE_H

#include "PrefetchSegments.h"

#include "Neo/Schedule/PrefetchPlan.h"

namespace neo {

class NextTile {
public:
  NextTile(TileState &state, mlir::ValueRange buffers);

  /// Emits the prefetches of the current step of `reductions`, the reduction
  /// loops of a tile; a block of the reduction begins at `blockStart`, if there
  /// is one.
  void prefetch(llvm::ArrayRef<unsigned> reductions, mlir::Value blockStart);

private:
  struct Moving {
    unsigned operand;
    PrefetchPlan ahead;
    PrefetchSegments segments;
    bool near; // prefetched into L1
  };

  PrefetchSegments segmentsOf(unsigned operand) const;
  mlir::Value locate(const Moving &moving, mlir::Value blockStart);
  void prefetchEvenly(const Moving &moving, mlir::Value blockStart);

  TileState &state;
  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::ValueRange buffers;
  llvm::SmallVector<Moving, 1> all;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_NEXTTILE_H
