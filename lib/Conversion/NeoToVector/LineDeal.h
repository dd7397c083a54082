//===- LineDeal.h - Cache lines dealt out to steps --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a kernel needs next are a number of pieces, each some cache lines of
// neighbours; meanwhile it takes a number of steps. Lines are dealt out evenly:
// with 32 pieces of 9 lines and 112 steps,
//
//     step 0   piece 0, lines 0 1 2      step 3   piece 1, lines 0 1 2
//     step 1   piece 0, lines 3 4 5      ...
//     step 2   piece 0, lines 6 7 8      step 95  piece 31, lines 6 7 8
//
// The steps that are left prefetch the last lines again. A tensor may begin
// anywhere in a line, and then 9 lines of elements lie in 10: the first of them
// has come with what lies before.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_LINEDEAL_H
#define NEO_CONVERSION_NEOTOVECTOR_LINEDEAL_H

#include "TileState.h"

namespace neo {

/// Pieces of a tensor, by digits of their number.
class LinePieces {
public:
  explicit LinePieces(mlir::RankedTensorType type, int64_t run = 1)
      : type(type), piece(run) {}

  /// All pieces so far again, `count` times, `stride` elements apart.
  void repeat(int64_t count, int64_t stride);

  int64_t linesOfPiece() const;
  int64_t lines() const { return pieces * linesOfPiece(); }
  /// Prefetches the share of step `number` of `uses`; the first piece is at
  /// `from` in `buffer`. Lines come to the second-level cache, or to the first.
  void prefetch(TileState &state, mlir::Value buffer, mlir::Value from,
                mlir::Value number, int64_t uses, bool near = false) const;

private:
  struct Digit {
    int64_t count, stride;
  };

  mlir::RankedTensorType type;
  int64_t piece, pieces = 1;
  bool aligned = true;
  llvm::SmallVector<Digit> digits; // the first one counts fastest
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_LINEDEAL_H
