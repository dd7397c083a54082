//===- LanePieces.h - Several short rows in one vector ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A row of 7 pixels would waste more than half of 16 lanes. So two loops are
// vectorised together, and the inner one may be shorter than its part of the
// lanes:
//
//     vector [k: 2, q: 8]        q < 7
//
//     lane    0 1 2 3 4 5 6 7   8 9 10 11 12 13 14 15
//     k       0 0 0 0 0 0 0 -   1 1  1  1  1  1  1  -
//     q       0 1 2 3 4 5 6 -   0 1  2  3  4  5  6  -
//
// Lanes 7 and 15 are *holes*: they are computed and dropped. The lanes of one
// step of the outer loops are a *piece*. Each piece is loaded under a mask into
// its part of the register, and lanes that are not loaded hold the padding. So
// the taps of a window,
//
//     C[k, q] = sum_s A[k, q + s - 1] * W[k, s]        s < 3
//
// load every piece once: all of them use the same elements 0 to 6, and tap 0
// has them shifted by one lane. The padding that is shifted in is the hole of
// the piece before:
//
//     read        0 1 2 3 4 5 6 -   0 1 2 3 4 5 6 -
//     s = 0       - 0 1 2 3 4 5 6   - 0 1 2 3 4 5 6       one rotation
//     s = 2       1 2 3 4 5 6 - 0   1 2 3 4 5 6 - 0       (lane 7: dropped)
//
// Where a piece with the halo of its taps exceeds its lanes, or its elements
// have stride two, it occupies twice the lanes and taps select from two
// registers; at four times, from four.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_LANEPIECES_H
#define NEO_SCHEDULE_LANEPIECES_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// May `loop` be the inner one of two vectorised loops? If its extent is no
/// power of two it leaves holes, which is allowed in sums whose rows are
/// contiguous in the result. Operators that read and write rows once are slower
/// in pieces, and so are all where masks are vector registers, as with AVX2.
bool mayShareLanes(const LoopNest &nest, const TargetModel &target,
                   unsigned loop);

/// Is the innermost vectorised loop shorter than its part of the lanes?
bool hasHoles(const LoopNest &nest, const Schedule &schedule);

/// Does `lane` belong to a step beyond the extent of the innermost vectorised
/// loop?
bool isHole(const LoopNest &nest, const Schedule &schedule, int64_t lane);

/// The footprint of the lanes of one step of the outer loops in an operand,
/// over all reduction steps that stay in the row: `span` positions from `low`
/// on, relative to lane 0 at tap 0.
struct LanePiece {
  llvm::SmallVector<unsigned> taps;
  int64_t low = 0, span = 0;
  /// Lanes of a register that it occupies.
  int64_t slot = 0;

  /// Registers that all pieces of a vector occupy.
  int64_t registers(const Schedule &schedule) const {
    return slot / schedule.vector.back().lanes;
  }
};

/// The pieces of `operand`, where a vector has holes; none where their
/// footprint depends on more than the lane and the tap, or exceeds a vector.
std::optional<LanePiece> findPiece(const LoopNest &nest,
                                   const Schedule &schedule,
                                   const NestOperand &operand);

/// Does a lane read an element, and not the padding, where the loops of `piece`
/// have `values`?
bool readsElement(const LoopNest &nest, const Schedule &schedule,
                  const NestOperand &operand, const LanePiece &piece,
                  llvm::ArrayRef<int64_t> values);

/// The cost of the loads and permutations of `operand` in all unrolled steps of
/// a tile, given the numbers of pieces and of distinct positions; see
/// ScheduleCost.
double costOfPieces(const Schedule &schedule, const LanePiece &piece,
                    double windows, double reads);

} // namespace neo

#endif // NEO_SCHEDULE_LANEPIECES_H
