//===- PartialSums.h - Sums of tiles between blocks -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Blocks of a reduction that run inside loops of the result leave the sums of
// all tiles inside unfinished. They wait as the vectors that they are, in the
// order of the tiles, in a scratch buffer that the first-level cache holds:
//
//     for k (32)
//       for c (16)                     a block
//         for p, for q (7)
//           tile = first block ? 0 : scratch[tile number]
//           ...
//           last block ? store the tile : scratch[tile number] = tile
//
// Only finished tiles are stored, so what follows on a tile (Epilogue.h) may
// follow on these, and a result across the lanes is transposed once.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PARTIALSUMS_H
#define NEO_CONVERSION_NEOTOVECTOR_PARTIALSUMS_H

#include "TileState.h"

namespace neo {

class PartialSums {
public:
  /// Sums of `type`, of the tiles that the blocks of the schedule walk.
  PartialSums(TileState &state, mlir::Type type);

  /// The accumulators of a tile as the block before left them; `neutral` in the
  /// first.
  llvm::SmallVector<mlir::Value> resume(llvm::ArrayRef<mlir::Value> neutral,
                                        mlir::Value blockStart);
  /// Keeps `accumulators`, or, in the last block, emits `finish`.
  void suspend(llvm::ArrayRef<mlir::Value> accumulators, mlir::Value blockStart,
               llvm::function_ref<void()> finish);

private:
  mlir::Value place(size_t vector);

  TileState &state;
  llvm::ArrayRef<unsigned> loops; // of the tiles inside the blocks
  int64_t vectors = 1;            // of a whole tile
  mlir::Value scratch;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PARTIALSUMS_H
