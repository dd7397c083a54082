//===- PlacedColumns.h - Shifted lanes put together once --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The columns of SharedShifts.h, each read once for all points of a tile. Rows
// are read whole wherever some lane of theirs is wanted, so a column may lie
// beyond what its point may read; it is in the buffer, or the point reads for
// itself.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PLACEDCOLUMNS_H
#define NEO_CONVERSION_NEOTOVECTOR_PLACEDCOLUMNS_H

#include "TileState.h"

#include "Neo/Schedule/SharedShifts.h"

#include <map>

namespace neo {

class PlacedColumns {
public:
  PlacedColumns(TileState &state, mlir::ValueRange buffers);

  /// Do points of a tile share what they read?
  bool any() const;
  /// Points in the order in which few columns are alive: along the columns,
  /// some vectors of each before the next.
  llvm::SmallVector<TilePoint> inOrder(llvm::ArrayRef<TilePoint> points) const;
  /// Keeps what `point` reads behind what the points before it store, if it is
  /// in another column: LLVM would read all columns first, and spill them.
  void enter(const TilePoint &point);
  /// Forgets the columns read so far.
  void startStep() {
    read.clear();
    entered.reset();
    zero = {};
  }
  /// The vector of `operand` at `point`; null if it is better read alone.
  mlir::Value pick(unsigned operand, const TilePoint &point);

private:
  mlir::Value column(unsigned operand, const SharedShifts &shared,
                     const TilePoint &point);
  /// Asks for the row that the next tile reads first, if that is one row on.
  void askForNextRow(unsigned operand, const SharedShifts &shared,
                     const TilePoint &point);
  bool isInside(unsigned operand, const SharedShifts &shared,
                const TilePoint &point) const;
  mlir::Value lanesWhere(llvm::function_ref<bool(unsigned)> holds);

  TileState &state;
  mlir::ValueRange buffers;
  /// Its steps share what they read of some operand.
  std::optional<unsigned> sharingLoop;
  std::map<std::pair<unsigned, std::vector<int64_t>>, mlir::Value> read;
  std::optional<int64_t> entered; // column
  mlir::Value zero;               // which LLVM does not know
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PLACEDCOLUMNS_H
