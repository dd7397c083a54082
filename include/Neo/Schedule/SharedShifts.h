//===- SharedShifts.h - Shifted lanes shared by adjacent points -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Placed lanes (PlacedLanes.h) that are contiguous up to a few shifts take one
// masked load per shift. Where the stride of a loop of the tile is a difference
// of these shifts, its steps share loads:
//
//     Y[p, q, c] = X[p + y(c), q + x(c), c]      y, x in {-1, 0, 1}; C channels
//
//     shifts   -R-C  -R  -R+C    -C  0  C    R-C  R  R+C        R: a row
//
// are three rows of three columns each. A column is one vector, blended from a
// load of each of its three rows,
//
//     M[q] = lanes of y = -1 from X[p - 1, q], of y = 0 from X[p, q], ...
//     Y[q] = lanes of x = -1 from M[q - 1], of x = 0 from M[q], ...
//
// and each column is reused by three steps of q: four steps take six columns,
// 18 loads instead of 36. The loop runs along a row of columns, with all
// channels of a pixel before the next pixel, and each vector is stored as soon
// as it is computed: otherwise a tile would access lines with the stride of a
// pixel, and hold more results than there are registers.
//
// The rows of columns are long, and three of them fill L1. So tiles of some
// columns advance from row to row first: two rows of each tile are in L1 from
// the tile before, and it prefetches the row of the next one. These are 4 KB of
// every row, one page, to which the hardware prefetcher does not follow.
//
// Columns *slide* where the tile has one step of the loop, and that loop is
// innermost: all columns but the newest are carried in registers to the next
// step (a sliding window).
//
//     before the loop    M[0], M[1]
//     step q             M[q + 1] from 3 loads; Y[q]; M[q], M[q + 1] are
//     carried
//
// So no column is loaded twice, even at the ends of tiles, and the code is that
// of one step. With two rows together, which share loads, a row comes from L2
// twice and not three times.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_SHAREDSHIFTS_H
#define NEO_SCHEDULE_SHAREDSHIFTS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// The shifts of a vector as rows of columns.
struct SharedShifts {
  unsigned loop;                   // the loop from column to column
  llvm::SmallVector<int64_t> rows; // the shift of each row in its first column
  llvm::SmallVector<unsigned> rowOf;   // of each lane
  llvm::SmallVector<int64_t> columnOf; // of each lane, from 0 on
  int64_t columns = 1;
  int64_t steps = 1;   // steps of the loop that share columns
  bool slides = false; // are columns carried from tile to tile?

  /// Masked loads and selects per step.
  double loads() const {
    return double(rows.size()) * double(steps + columns - 1) / double(steps);
  }
};

/// The loop that columns slide along, if any.
std::optional<unsigned> findSlidingLoop(const LoopNest &nest,
                                        const Schedule &schedule);

/// The loop of the tile whose steps are adjacent rows of sliding columns.
std::optional<unsigned> findJoinedRows(const LoopNest &nest,
                                       const Schedule &schedule,
                                       const NestOperand &operand);

/// The loop whose steps share columns of the first operand that has any.
std::optional<unsigned> findSharingLoop(const LoopNest &nest,
                                        const Schedule &schedule);

/// The loop of the tile whose steps share columns of `operand`.
std::optional<unsigned> findSharingLoop(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const NestOperand &operand);

/// Are the columns of `operand` extracted from whole cache lines, by
/// permutations of words? Vectors are as long as lines and have the
/// misalignment of the operand: the first line of each contains an element of
/// the operand.
bool cutsLines(const LoopNest &nest, const Schedule &schedule,
               const NestOperand &operand);

/// The loop that advances the columns of `shared` by one row, so that only the
/// last row is new.
std::optional<unsigned> findRowLoop(const LoopNest &nest,
                                    const Schedule &schedule,
                                    const NestOperand &operand,
                                    const SharedShifts &shared);

/// The same for the first operand of the nest that has columns; none if none
/// has.
std::optional<unsigned> findRowLoop(const LoopNest &nest,
                                    const Schedule &schedule);

/// The rows and columns of lanes at `places`; none if steps of the loop share
/// no column.
std::optional<SharedShifts> shareShifts(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const NestOperand &operand,
                                        llvm::ArrayRef<int64_t> places);

} // namespace neo

#endif // NEO_SCHEDULE_SHAREDSHIFTS_H
