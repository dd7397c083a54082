//===- TileSections.h - Tiles of a loop that share code ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The tiles of a loop are not all alike: the last one may be partial, and what
// a guard says of the first is not what it says of the next. Index-set
// splitting gives each run of alike tiles a loop of its own:
//
//     C[i, j] = (A[i, j] if j < 100) + (B[i, j - 100] if j >= 100)     j < 164
//
//     tile of 16        guard of A    guard of B
//     j =   0, ..  80   holds         fails
//     j =  96           by lanes      by lanes
//     j = 112, .. 144   fails         holds
//     j = 160           fails         holds            the remainder, 4 of 16
//
// Within a section the emitter knows the range of the loop (TileState.h), so
// that most guards are true or false there, and cost neither a mask nor a load.
// A loop is split at
//   - its ends, where unrolled reductions read padding, or lanes are placed;
//   - its remainder;
//   - the bounds that the guards of a copy, or of a reduction's terms, have on
//     this loop alone: each makes two sections more, the tile that it falls
//     into and those behind. A concatenation of 16 tensors takes a quarter of
//     the time that masks take. More than 63 bounds are left to masks, as code
//     grows with sections.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_TILESECTIONS_H
#define NEO_SCHEDULE_TILESECTIONS_H

#include "Neo/Schedule/LoopNest.h"
#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Most bounds of guards that a loop is split at.
constexpr unsigned mostSectionBounds = 63;

/// Consecutive tiles of a loop that share their code.
struct TileSection {
  int64_t first, tiles, elements;
};

/// Is `loop` split at the bound that `condition`, of an operand's guard, has on
/// it alone?
bool splitsAt(const LoopNest &nest, const Schedule &schedule,
              const NestCondition &condition, unsigned loop);

/// The sections of a loop, in order. A loop of extent 0 has one, without tiles.
llvm::SmallVector<TileSection>
sectionsOf(const LoopNest &nest, const Schedule &schedule, unsigned loop);

} // namespace neo

#endif // NEO_SCHEDULE_TILESECTIONS_H
