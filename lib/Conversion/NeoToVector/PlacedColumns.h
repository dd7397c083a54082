//===- PlacedColumns.h - Shifted lanes loaded once --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The columns of SharedShifts.h, each loaded once for all points of a tile, or
// for all steps of a loop along which they slide. A row is loaded as a whole
// vector if any of its lanes is used, so a load may include elements that the
// guard of its point excludes; this is done only where they are in bounds, else
// the point loads its operand alone. Rows whose lanes are all excluded by the
// guard, such as those above the first row of an image, are left out where that
// is known statically.
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

  /// Do points of a tile share loads?
  bool any() const;
  /// Orders points for low register pressure: along the columns, with a few
  /// vectors of each before the next group of vectors.
  std::vector<llvm::SmallVector<TilePoint>>
  inGroups(llvm::ArrayRef<TilePoint> points) const;
  /// If `point` is in another column, keeps its loads after the stores of
  /// earlier points: LLVM would hoist the loads of all columns, and spill them.
  void enter(const TilePoint &point);
  /// Drops the columns loaded so far.
  void startStep() {
    read.clear();
    if (state.lines)
      state.lines->startStep();
    entered.reset();
    zero = {};
  }
  /// The vector of `operand` at `point`; null if it is cheaper to load it
  /// alone.
  mlir::Value pick(unsigned operand, const TilePoint &point);

  /// The columns of `points` that the sliding loop carries to its next step:
  /// those of this step but for the first; or, before the loop, their initial
  /// values.
  llvm::SmallVector<mlir::Value>
  waitingColumns(llvm::ArrayRef<TilePoint> points, bool beforeLoop);
  /// Takes the columns that are carried from the previous step.
  void takeColumns(llvm::ArrayRef<TilePoint> points, mlir::ValueRange waiting);

private:
  /// How a point reads an operand: the lanes in which its guard holds, and the
  /// rows with any such lane.
  struct Reading {
    SharedShifts shared;
    llvm::SmallVector<bool> wanted, rows;
    bool whole = false; // is the first of these rows in bounds in all lanes?
    bool lines = false; // are they loaded as whole cache lines?
  };
  using Key = std::pair<unsigned, std::vector<int64_t>>;
  struct Waiting {
    unsigned operand;
    Reading reading;
    TilePoint point;
  };

  std::optional<Reading> readingOf(unsigned operand, const TilePoint &point);
  std::optional<llvm::SmallVector<bool>>
  guardedLanes(const NestOperand &operand, const TilePoint &point) const;
  std::vector<Waiting> listWaiting(llvm::ArrayRef<TilePoint> points);
  static Key keyOf(unsigned operand, const Reading &reading,
                   const TilePoint &point);
  mlir::Value column(unsigned operand, const Reading &reading,
                     const TilePoint &point);
  /// Prefetches the first row of the next tile, if the tiles advance by one
  /// row.
  void prefetchNextRow(unsigned operand, const SharedShifts &shared,
                       const TilePoint &point);
  /// Are lanes of `row` from `low` to `high` in bounds in all columns?
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
  /// The loop whose steps share loads of some operand.
  std::optional<unsigned> sharingLoop;
  std::map<Key, mlir::Value> read;
  std::optional<int64_t> entered; // column
  mlir::Value zero;               // opaque to LLVM
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PLACEDCOLUMNS_H
