//===- NextTile.h - Prefetching what is read next ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Operands that come from memory are prefetched (Schedule/PrefetchPlan.h):
// what this tile reads one step later of a loop outside is dealt out to the
// steps of the tile, and of those that read the same (LineDeal.h):
//
//     C[i, j] = sum_k A[i, k] * B[k, j]     tile i: 6, order [i, j]
//
//     for i (6)
//       for j                               all of them read the same rows
//         for k                             steps 14 and 15 of 512 prefetch
//           tile += A[i, k] * B[k, j]       line 7 of rows i + 6 ... i + 11
//
// 192 lines for 512 steps are one for every two: what comes as late as that
// allows pushes out least of what is in use.
//
// Where tiles of a block read pieces of rows that follow each other, these are
// dealt out to all steps of all tiles, in the order in which they lie. Threads
// share the tiles: who computes some of them prefetches the columns that they
// read.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_NEXTTILE_H
#define NEO_CONVERSION_NEOTOVECTOR_NEXTTILE_H

#include "LineDeal.h"

#include "Neo/Schedule/PrefetchPlan.h"

namespace neo {

class NextTile {
public:
  NextTile(TileState &state, mlir::ValueRange buffers);

  /// Prefetches the share of this step of `reductions`, the loops that a tile
  /// runs; a block of the reduction begins at `blockStart`, if there is one.
  void prefetch(llvm::ArrayRef<unsigned> reductions, mlir::Value blockStart);

private:
  struct Moving {
    unsigned operand;
    PrefetchPlan ahead;
    LinePieces pieces;
    bool near; // prefetched for in the first-level cache
  };

  LinePieces piecesOf(unsigned operand) const;
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
