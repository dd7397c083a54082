//===- StagedWriteBack.h - Results staged for write-back --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The scratch buffer of a schedule that stages its write-back
// (Schedule/ResultPanel.h): a row for every element of a run, a column for
// every lane of a tile.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_STAGEDWRITEBACK_H
#define NEO_CONVERSION_NEOTOVECTOR_STAGEDWRITEBACK_H

#include "TransposedStore.h"

#include "Neo/Schedule/ResultPanel.h"

namespace neo {

class StagedWriteBack {
public:
  StagedWriteBack(TileState &state, const ResultPanel &panel,
                  mlir::Value result);

  /// Keeps the vectors of a tile, in the block that starts at `start`.
  void keep(llvm::ArrayRef<FinishedVector> vectors, mlir::Value start);
  /// Stores the results of the block that starts at `start`.
  void writeBack(mlir::Value start);

private:
  void storeSquare(mlir::Value row, mlir::Value lane, mlir::Value to,
                   int64_t lanes, int64_t count);
  bool streams() const;

  TileState &state;
  ResultPanel panel;
  mlir::Value result, scratch;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_STAGEDWRITEBACK_H
