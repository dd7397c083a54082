//===- PlacedColumns.h - Shifted lanes put together once --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The columns of SharedShifts.h, each read once for all points of a tile, or
// for all steps of a loop that they slide along. Rows are read whole wherever
// some lane of theirs is wanted, so a column may lie beyond what its point may
// read; it is in the buffer, or the point reads for itself. Rows of which a
// guard wants no lane, those above a picture's first, are left out, if that is
// known.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PLACEDCOLUMNS_H
#define NEO_CONVERSION_NEOTOVECTOR_PLACEDCOLUMNS_H

#include "PlacedLines.h"

#include "Neo/Schedule/SharedShifts.h"

#include <map>

namespace neo {

class PlacedColumns {
public:
  PlacedColumns(TileState &state, mlir::ValueRange buffers);

  /// Do points of a tile share what they read?
  bool any() const;
  /// Points in the order in which few columns are alive: along the columns,
  /// some vectors of each before the next group of vectors.
  std::vector<llvm::SmallVector<TilePoint>>
  inGroups(llvm::ArrayRef<TilePoint> points) const;
  /// Keeps what `point` reads behind what the points before it store, if it is
  /// in another column: LLVM would read all columns first, and spill them.
  void enter(const TilePoint &point);
  /// Forgets the columns read so far.
  void startStep() {
    read.clear();
    if (state.lines)
      state.lines->startStep();
    entered.reset();
    zero = {};
  }
  /// The vector of `operand` at `point`; null if it is better read alone.
  mlir::Value pick(unsigned operand, const TilePoint &point);

  /// The columns of `points` that steps of the sliding loop leave to the next
  /// one: those of this step but for the first, or, before the loop, those that
  /// the first step finds.
  llvm::SmallVector<mlir::Value>
  waitingColumns(llvm::ArrayRef<TilePoint> points, bool beforeLoop);
  /// Takes over what the step before has left.
  void takeColumns(llvm::ArrayRef<TilePoint> points, mlir::ValueRange waiting);

private:
  /// How a point reads an operand: the lanes that its guard wants, and the rows
  /// that have any of them.
  struct Reading {
    SharedShifts shared;
    llvm::SmallVector<bool> wanted, rows;
    bool whole = false; // may the first of these rows be read in all lanes?
    bool lines = false; // are they read in whole cache lines?
  };
  using Key = std::pair<unsigned, std::vector<int64_t>>;
  struct Waiting {
    unsigned operand;
    Reading reading;
    TilePoint point;
  };

  std::optional<Reading> readingOf(unsigned operand, const TilePoint &point);
  std::optional<llvm::SmallVector<bool>>
  lanesWanted(const NestOperand &operand, const TilePoint &point) const;
  std::vector<Waiting> listWaiting(llvm::ArrayRef<TilePoint> points);
  static Key keyOf(unsigned operand, const Reading &reading,
                   const TilePoint &point);
  mlir::Value column(unsigned operand, const Reading &reading,
                     const TilePoint &point);
  /// Prefetches the row that the next tile reads first, if that is one row on.
  void askForNextRow(unsigned operand, const SharedShifts &shared,
                     const TilePoint &point);
  /// Are lanes of `row` from `low` to `high` in the buffer in all columns?
  bool isInside(unsigned operand, const SharedShifts &shared, unsigned row,
                std::pair<int64_t, int64_t> lanes,
                const TilePoint &point) const;
  bool isInside(unsigned operand, const Reading &reading,
                const TilePoint &point) const;
  bool readsLines(unsigned operand, const Reading &reading,
                  const TilePoint &point) const;
  mlir::Value lanesWhere(llvm::function_ref<bool(unsigned)> holds);

  TileState &state;
  mlir::ValueRange buffers;
  /// Its steps share what they read of some operand.
  std::optional<unsigned> sharingLoop;
  std::map<Key, mlir::Value> read;
  std::optional<int64_t> entered; // column
  mlir::Value zero;               // which LLVM does not know
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PLACEDCOLUMNS_H
