//===- SharedShifts.h - Neighbours that read shifted lanes ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes at known places (PlacedLanes.h) that are neighbours but for a few
// shifts take one masked load per shift. Where a loop of the tile moves by a
// difference of these shifts, its steps read much in common:
//
//     Y[p, q, c] = X[p + y(c), q + x(c), c]      y, x in {-1, 0, 1}; C channels
//
//     shifts   -R-C  -R  -R+C    -C  0  C    R-C  R  R+C        R: a row
//
// are three rows of three columns each. Put together from its rows, a column is
// one vector of three loads,
//
//     M[q] = lanes of y = -1 from X[p - 1, q], of y = 0 from X[p, q], ...
//     Y[q] = lanes of x = -1 from M[q - 1], of x = 0 from M[q], ...
//
// and each column serves three steps of q: four steps take six columns, 18
// loads where 36 would do without. A row of columns is walked along, with all
// channels of a pixel before the next pixel, and each vector stored as soon as
// it is there: otherwise a tile jumps from one cache line to the one after the
// next pixel's channels, and results wait in more registers than there are.
//
// The rows of columns are long, and three of them fill the first-level cache.
// So tiles of some columns walk from row to row first: each finds two of its
// rows where the tile before it has read them, and prefetches what the next one
// will read. That is 4 KB of every row, one page, where hardware does not look
// ahead by itself.
//
// Columns *slide* where the tile has one step of the loop, and walks along it
// last: between two steps all columns but the newest wait in registers.
//
//     before the loop    M[0], M[1]
//     step q             M[q + 1] from 3 loads; Y[q]; M[q], M[q + 1] wait
//
// So no column is read twice, at either end of a tile, and the code is that of
// one step. Two rows at once, the second of which reads what the first has just
// read, come from the second-level cache twice and not three times.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_SHAREDSHIFTS_H
#define NEO_SCHEDULE_SHAREDSHIFTS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// How the shifts of a vector are rows of columns.
struct SharedShifts {
  unsigned loop;                   // which moves from column to column
  llvm::SmallVector<int64_t> rows; // the shift of each row in its first column
  llvm::SmallVector<unsigned> rowOf;   // of each lane
  llvm::SmallVector<int64_t> columnOf; // of each lane, from 0 on
  int64_t columns = 1;
  int64_t steps = 1;   // of the loop that share columns
  bool slides = false; // do columns wait from tile to tile?

  /// Masked loads, and selections, of one of the steps.
  double loads() const {
    return double(rows.size()) * double(steps + columns - 1) / double(steps);
  }
};

/// The loop that columns slide along, if they do.
std::optional<unsigned> findSlidingLoop(const LoopNest &nest,
                                        const Schedule &schedule);

/// The loop of the tile whose steps are neighbouring rows of columns that
/// slide.
std::optional<unsigned> findJoinedRows(const LoopNest &nest,
                                       const Schedule &schedule,
                                       const NestOperand &operand);

/// The loop whose steps share what they read of the first operand that is read
/// so.
std::optional<unsigned> findSharingLoop(const LoopNest &nest,
                                        const Schedule &schedule);

/// The loop of the tile whose steps share what they read of `operand`.
std::optional<unsigned> findSharingLoop(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const NestOperand &operand);

/// Are the columns of `operand` cut out of whole cache lines, by permutations
/// of words? Vectors are as long as lines, and lie in them as it does: the
/// first line of each has an element of the operand.
bool cutsLines(const LoopNest &nest, const Schedule &schedule,
               const NestOperand &operand);

/// The loop that moves the columns of `shared` from one row to the next, the
/// last of which is new to them.
std::optional<unsigned> findRowLoop(const LoopNest &nest,
                                    const Schedule &schedule,
                                    const NestOperand &operand,
                                    const SharedShifts &shared);

/// The same of the nest's operands that share columns; nothing if none does.
std::optional<unsigned> findRowLoop(const LoopNest &nest,
                                    const Schedule &schedule);

/// The rows and columns of lanes at `places`; nothing if steps of the loop
/// share nothing.
std::optional<SharedShifts> shareShifts(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const NestOperand &operand,
                                        llvm::ArrayRef<int64_t> places);

} // namespace neo

#endif // NEO_SCHEDULE_SHAREDSHIFTS_H
