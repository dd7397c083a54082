//===- PartialSums.h - Partial sums of tiles between blocks -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// If the blocked reduction loop is inside loops of the result, every block
// leaves partial sums for all tiles inside it. These are kept as whole
// accumulator vectors, in the order of the tiles, in a scratch buffer that fits
// into the L1 cache:
//
//     for k (32)
//       for c (16)                     a block
//         for p, for q (7)
//           tile = first block ? 0 : scratch[tile number]
//           ...
//           last block ? store the tile : scratch[tile number] = tile
//
// Only finished tiles are stored, so an epilogue (Epilogue.h) can be fused, and
// a result across the lanes is transposed once.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PARTIALSUMS_H
#define NEO_CONVERSION_NEOTOVECTOR_PARTIALSUMS_H

#include "TileState.h"

namespace neo {

class PartialSums {
public:
  /// Partial sums of `type` for the tiles inside the blocked loop of the
  /// schedule.
  PartialSums(TileState &state, mlir::Type type);

  /// Initial accumulators of a tile: the partial sums of the previous block;
  /// `neutral` in the first.
  llvm::SmallVector<mlir::Value> resume(llvm::ArrayRef<mlir::Value> neutral,
                                        mlir::Value blockStart);
  /// Stores `accumulators` as partial sums, or, in the last block, runs
  /// `finish`.
  void suspend(llvm::ArrayRef<mlir::Value> accumulators, mlir::Value blockStart,
               llvm::function_ref<void()> finish);

private:
  mlir::Value place(size_t vector);

  TileState &state;
  llvm::ArrayRef<unsigned> loops; // over tiles, inside the blocked loop
  int64_t vectors = 1;            // per tile
  mlir::Value scratch;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PARTIALSUMS_H
