//===- AccessPlan.h - How the lanes of an operand are read ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A vector of an operand is read in one of a few ways, which follows from where
// its lanes lie and from nothing else. Who decides that twice decides it
// differently some day: costs then belong to code that nobody writes, and a way
// that was taken without asking for the guard reads wrong numbers. So it is
// decided here. The cost model asks the plan what a vector takes, and the
// emitter (OperandAccess.cpp) is a switch over the same answer.
//
//     D[z] = E[z floordiv 2] if z mod 2 == 0, else 0     vector z: 8, tile z: 2
//
// Lanes divide, but a tile begins at a multiple of 16, and both divisors divide
// that: the lanes are *placed*. A step of the tile then says more. In both,
// lanes 1, 3, 5 and 7 want nothing, and go along with one that does:
//
//     way()                             placed
//     guard()                           lanes: the condition moves with them
//     at z = 0     way                  windows
//                  places               0 0 1 0 2 0 3 0
//                  base                 8 * (z floordiv 16)
//                  wanted               1 0 1 0 1 0 1 0
//     at z = 8     places               4 4 5 4 6 4 7 4
//
// From which follow the code,
//
//     %m = arith.constant dense<[1, 1, 1, 1, 0, 0, 0, 0]> : vector<8xi1>
//     %e = vector.maskedload %E[%base], %m, %pad         elements 0 to 3
//     %l = vector.shuffle %e, %e [0, 0, 1, 0, 2, 0, 3, 0]
//     %r = arith.select %wanted, %l, %pad
//
// and its cost: a window, and a permutation.
//
// A guard is part of what is read. Where all of it is known for all lanes, `at`
// has it in `wanted`; where only the place of the tile tells, the emitter knows
// more and says so (GuardState). What remains to be asked when the kernel runs
// masks each load. Masks are made by LaneGuard alone, and the one function that
// loads from an operand's buffer takes no other.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_ACCESSPLAN_H
#define NEO_SCHEDULE_ACCESSPLAN_H

#include "Neo/Schedule/LanePieces.h"
#include "Neo/Schedule/PlacedLanes.h"

namespace neo {

/// How a vector is read.
enum class ReadWay {
  pad,       // not at all: the guard fails in all lanes
  broadcast, // one element for all lanes
  runs,      // neighbours, `length` in one load
  strided,   // every `length`-th element of a range that is read whole
  pieces,    // short rows beside each other (LanePieces.h)
  placed,    // at places that a step of the tile tells, by one of the next two
             // or as one run
  windows,   // the vectors of neighbours that hold the lanes, permuted
  shifts,    // a masked load for each distance to the lanes' neighbours
  lanes      // element by element
};

/// What is known of a guard where a vector is read.
enum class GuardState {
  holds, // in all lanes, or there is none
  fails, // in all lanes
  asked  // when the kernel runs, or it differs from lane to lane
};

/// What a guard depends on.
enum class GuardScope {
  none,   // nothing guards the operand
  vector, // one answer for all lanes
  lanes   // each lane has its own
};

/// The cheapest of runs, windows and shifts for lanes at `places`.
ReadWay wayToRead(llvm::ArrayRef<int64_t> places, int64_t lanes);

/// How a vector is read.
struct VectorRead {
  ReadWay way;
  int64_t length = 1;
  /// Of windows, shifts and one run of placed lanes: where each lane lies,
  /// counted from `base`.
  llvm::SmallVector<int64_t> places;
  /// Null: the access itself, in lane 0.
  mlir::AffineExpr base;
  /// The lanes in which the guard holds; nothing if the kernel has to ask.
  std::optional<llvm::SmallVector<bool>> wanted;
};

class AccessPlan {
public:
  /// All three outlive the plan.
  AccessPlan(const LoopNest &nest, const Schedule &schedule,
             const NestOperand &operand);

  /// How the lanes lie, and the length of their runs or their stride.
  LaneAccess layout() const { return laneLayout; }
  int64_t length() const { return laneLength; }
  bool isContiguous() const { return laneLayout == LaneAccess::contiguous; }
  bool isBroadcast() const { return laneLayout == LaneAccess::broadcast; }

  /// How all vectors are read, as far as that does not depend on the step.
  ReadWay way() const;
  /// How the one at `step` is read, of whose guard `state` is known.
  VectorRead at(const VectorStep &step, GuardState state) const;
  /// The same where nothing is known but the step.
  VectorRead at(const VectorStep &step) const {
    return at(step, isGuarded() ? GuardState::asked : GuardState::holds);
  }
  /// The pieces, if these are the way.
  std::optional<LanePiece> piece() const;
  /// Are lanes divided, and at places that are known nevertheless?
  bool isDividedInPlace() const;

  /// The loop whose steps are read together in whole tiles, as one run per lane
  /// that is transposed in registers.
  std::optional<unsigned> transposedLoop() const;
  /// Is the operand read from a panel that was packed before?
  bool isPacked() const;

  GuardScope guard() const;
  bool isGuarded() const { return !operand.guard.empty(); }
  /// Are its conditions known in all tiles but those at the edges?
  bool isGuardDecided() const;
  /// The share of a tile's vectors at which it holds: residues of loops that
  /// the tile covers are known when its code is written.
  double shareOfReads() const;

private:
  ReadWay wayOfLayout() const;
  bool isPlacedByOffsets() const;
  VectorRead readOffsets(const VectorStep &step) const;
  VectorRead readPlaces(const VectorStep &step, GuardState state) const;

  const LoopNest &nest;
  const Schedule &schedule;
  const NestOperand &operand;
  LaneAccess laneLayout;
  int64_t laneLength;
};

/// Can `lanes` rows of such elements be transposed in registers, by shuffles of
/// two that exchange whole blocks?
bool canTransposeRegisters(mlir::Type element, int64_t lanes);

/// Are runs of `steps` such elements put together by interleaving instead?
bool isInterleaved(mlir::Type element, int64_t steps, int64_t lanes);

/// Does any guard of the nest depend on where a tile of `loop` is, so that
/// tiles at its ends have code of their own?
bool meetsEdges(const LoopNest &nest, const Schedule &schedule, unsigned loop);

} // namespace neo

#endif // NEO_SCHEDULE_ACCESSPLAN_H
