//===- AccessPlan.h - How the lanes of an operand are read ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A vector of an operand is loaded in one of a few ways, which depends only on
// the positions of its lanes. If the cost model and the emitter decided this
// separately, they would drift apart: costs would be those of other code, and a
// load emitted without its guard would be wrong. So it is decided once, here:
// the cost model queries the plan, and the emitter (OperandAccess.cpp) is a
// switch over it.
//
//     D[z] = E[z floordiv 2] if z mod 2 == 0, else 0     vector z: 8, tile z: 2
//
// The index divides the lanes, but a tile begins at a multiple of 16, which
// both divisors divide: the lanes are *placed*, that is, at statically known
// positions relative to the tile. The plan of one step of the tile then has
// more information. In both steps, lanes 1, 3, 5 and 7 read nothing, and get
// the position of a lane that does:
//
//     kind()                            placed
//     guard()                           lanes: the condition varies by lane
//     at z = 0     kind                 windows
//                  places               0 0 1 0 2 0 3 0
//                  base                 8 * (z floordiv 16)
//                  wanted               1 0 1 0 1 0 1 0
//     at z = 8     places               4 4 5 4 6 4 7 4
//
// This determines the code,
//
//     %m = arith.constant dense<[1, 1, 1, 1, 0, 0, 0, 0]> : vector<8xi1>
//     %e = vector.maskedload %E[%base], %m, %pad         elements 0 to 3
//     %l = vector.shuffle %e, %e [0, 0, 1, 0, 2, 0, 3, 0]
//     %r = arith.select %wanted, %l, %pad
//
// and its cost: one load and one permutation.
//
// The guard is part of the access. Where it is known statically for all lanes,
// `at` returns it in `wanted`; where it depends on the position of the tile,
// the emitter may know more and passes that (GuardState). Conditions that are
// evaluated at run time mask each load. Only LaneGuard constructs masks, and
// the one function that loads from an operand's buffer requires one.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_ACCESSPLAN_H
#define NEO_SCHEDULE_ACCESSPLAN_H

#include "Neo/Schedule/LanePieces.h"
#include "Neo/Schedule/PlacedLanes.h"

namespace neo {

/// How a vector is read.
enum class ReadKind {
  pad,       // no load: the guard fails in all lanes
  broadcast, // one element for all lanes
  runs,      // contiguous runs, `length` elements in one load
  strided,   // every `length`-th element of a contiguous range, which is loaded
             // whole
  pieces,    // several short rows (LanePieces.h)
  placed,  // at positions known per step of the tile, by one of the next two or
           // as one run
  windows, // contiguous vectors that contain the lanes, permuted
  shifts,  // one masked load per group of lanes with the same shift
  lanes    // element by element
};

/// What is known of a guard where a vector is read.
enum class GuardState {
  holds,  // in all lanes, or there is none
  fails,  // in all lanes
  dynamic // evaluated at run time, or varies by lane
};

/// What a guard depends on.
enum class GuardScope {
  none,   // nothing guards the operand
  vector, // uniform over lanes
  lanes   // varies by lane
};

/// The cheapest of runs, windows and shifts for lanes at `places`.
ReadKind chooseReadKind(llvm::ArrayRef<int64_t> places, int64_t lanes);

/// How a vector is read.
struct VectorRead {
  ReadKind kind;
  int64_t length = 1;
  /// For windows, shifts and one run of placed lanes: the position of each lane
  /// relative to `base`.
  llvm::SmallVector<int64_t> places;
  /// Null: the access itself, in lane 0.
  mlir::AffineExpr base;
  /// The lanes in which the guard holds; none if it is evaluated at run time.
  std::optional<llvm::SmallVector<bool>> wanted;
};

class AccessPlan {
public:
  /// All three outlive the plan.
  AccessPlan(const LoopNest &nest, const Schedule &schedule,
             const NestOperand &operand);

  /// The layout of the lanes, and the length of their runs or their stride.
  LaneAccess layout() const { return laneLayout; }
  int64_t length() const { return laneLength; }
  bool isContiguous() const { return laneLayout == LaneAccess::contiguous; }
  bool isBroadcast() const { return laneLayout == LaneAccess::broadcast; }

  /// How vectors are loaded, as far as that does not depend on the step.
  ReadKind kind() const;
  /// How the vector at `step` is loaded, given the `state` of its guard.
  VectorRead at(const VectorStep &step, GuardState state) const;
  /// The same where nothing is known but the step.
  VectorRead at(const VectorStep &step) const {
    return at(step, isGuarded() ? GuardState::dynamic : GuardState::holds);
  }
  /// The pieces, if the access is by pieces.
  std::optional<LanePiece> piece() const;
  /// Does the index divide the lanes, at positions that are known nevertheless?
  bool isDividedInPlace() const;

  /// The loop whose steps are loaded together in whole tiles, as one contiguous
  /// run per lane, and transposed in registers.
  std::optional<unsigned> transposedLoop() const;
  /// Is the operand read from a panel that the kernel packs?
  bool isPacked() const;

  GuardScope guard() const;
  bool isGuarded() const { return !operand.guard.empty(); }
  /// Are its conditions known in all tiles but those at the edges?
  bool isGuardDecided() const;
  /// The share of a tile's vectors at which the guard may hold: of loops that
  /// the tile covers, residues and bounds are known statically.
  double shareOfReads() const;

private:
  ReadKind kindOfLayout() const;
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

/// Are runs of `steps` such elements transposed by interleaving instead?
bool isInterleaved(mlir::Type element, int64_t steps, int64_t lanes);

/// Does `condition` bound the steps of `loop`, a reduction that runs step by
/// step? They move it by one, and all else is known before them, so that it
/// holds at all points of a tile, or at none, in most steps.
bool boundsSteps(const LoopNest &nest, const Schedule &schedule,
                 const NestCondition &condition, unsigned loop);

/// The conditions of terms and of their operands that do. The loop is split
/// where they begin and cease to hold at all points of a tile: between, nothing
/// is masked.
llvm::SmallVector<NestCondition>
boundsOfSteps(const LoopNest &nest, const Schedule &schedule, unsigned loop);

/// Does any guard of the nest depend on the position of a tile of `loop`, so
/// that tiles at its ends are peeled?
bool meetsEdges(const LoopNest &nest, const Schedule &schedule, unsigned loop);

} // namespace neo

#endif // NEO_SCHEDULE_ACCESSPLAN_H
