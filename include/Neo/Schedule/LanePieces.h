//===- LanePieces.h - Several short rows in one vector ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A row of 7 pixels leaves more than half of 16 lanes empty. Two loops fill the
// lanes then, and the inner one may be shorter than its part of them:
//
//     vector [k: 2, q: 8]        q < 7
//
//     lane    0 1 2 3 4 5 6 7   8 9 10 11 12 13 14 15
//     k       0 0 0 0 0 0 0 -   1 1  1  1  1  1  1  -
//     q       0 1 2 3 4 5 6 -   0 1  2  3  4  5  6  -
//
// Lanes 7 and 15 are *holes*: they are computed and dropped. The lanes of one
// step of the outer loops are a *piece*. A piece is read under a mask, each
// into its part of the register, and what is not read holds the padding. So the
// taps of a window,
//
//     C[k, q] = sum_s A[k, q + s - 1] * W[k, s]        s < 3
//
// read every piece once: it is the same elements 0 to 6 in all of them, and
// tap 0 has them a lane further on. The padding that comes in is the hole of
// the piece before:
//
//     read        0 1 2 3 4 5 6 -   0 1 2 3 4 5 6 -
//     s = 0       - 0 1 2 3 4 5 6   - 0 1 2 3 4 5 6       one rotation
//     s = 2       1 2 3 4 5 6 - 0   1 2 3 4 5 6 - 0       (lane 7: dropped)
//
// Where a piece and what its taps read beside it are more than its lanes, or
// its elements lie two apart, it has twice the lanes and taps pick from two
// registers; four times, and they pick from four.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_LANEPIECES_H
#define NEO_SCHEDULE_LANEPIECES_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// May `loop` be the inner one of two in the lanes? It leaves holes if it is no
/// power of two: in sums, whose rows are neighbours in the result. Rows that
/// are read and written once take longer in pieces, and so do all where masks
/// are vectors themselves, as with AVX2.
bool mayShareLanes(const LoopNest &nest, const TargetModel &target,
                   unsigned loop);

/// Is the innermost loop in the lanes shorter than its part of them?
bool hasHoles(const LoopNest &nest, const Schedule &schedule);

/// Is `lane` the place of a step that the innermost loop does not have?
bool isHole(const LoopNest &nest, const Schedule &schedule, int64_t lane);

/// What the lanes of one step of the outer loops read of an operand, in all
/// steps of a reduction that stay inside: `span` places from `low` on, counted
/// from where lanes and taps are at 0.
struct LanePiece {
  llvm::SmallVector<unsigned> taps;
  int64_t low = 0, span = 0;
  /// Lanes of a register that it takes.
  int64_t slot = 0;

  /// Registers that all pieces of a vector take.
  int64_t registers(const Schedule &schedule) const {
    return slot / schedule.vector.back().lanes;
  }
};

/// The pieces of `operand`, where a vector has holes; nothing where what they
/// read depends on more than the lane and the tap, or is more than a vector.
std::optional<LanePiece> findPiece(const LoopNest &nest,
                                   const Schedule &schedule,
                                   const NestOperand &operand);

/// Does a lane want an element where the loops in `piece` have `values`, or the
/// padding?
bool wantsElement(const LoopNest &nest, const Schedule &schedule,
                  const NestOperand &operand, const LanePiece &piece,
                  llvm::ArrayRef<int64_t> values);

/// Loads and permutations of `operand` in all steps that a tile has code for,
/// given how many pieces it reads in them and in how many places; see
/// ScheduleCost.
double costOfPieces(const Schedule &schedule, const LanePiece &piece,
                    double windows, double reads);

} // namespace neo

#endif // NEO_SCHEDULE_LANEPIECES_H
