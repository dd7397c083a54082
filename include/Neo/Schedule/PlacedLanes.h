//===- PlacedLanes.h - Lanes whose divisions are known ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An index that divides or takes remainders of the loop in the lanes is not
// affine, and its lanes lie nowhere in particular. But the value of a loop is
// known when the kernel is written if a tile covers the loop whole, or if all
// its steps are written out. It is known but for whole tiles if the divisors
// divide the steps of a tile: from one to the next an index goes on by the same
// number in all lanes. If one or the other holds for all loops that an index
// divides, so are the places of its lanes:
//
//     Y[q, c] = X[q + c mod 3, c]        64 channels, vector c: 16, tile c: 4
//
//     lane          0  1   2   3  4   5   6  7 ...
//     X from        0  65  130 3  68  133 6  71   = q * 64 + c + 64 * (c mod 3)
//
//     S[d] += X[k, (k + d) mod 8]        vector d: 8, k unrolled; k = 3:
//
//     lane          0  1  2  3  4  5  6  7
//     X from        3  4  5  6  7  0  1  2        + 8 * k
//
//     D[z] = E[z floordiv 2] if z mod 2 == 0, else 0       vector z: 16
//
//     lane          0  1  2  3  4  5  6  7 ...
//     E from        0  -  1  -  2  -  3  -         + 8 * (z floordiv 16)
//
// Where the lanes lie in one or two vectors' length (LaneWindows.h), as in the
// second case, these are read and permuted. Otherwise lanes of the same
// remainder are neighbours shifted by one number, 64 in the first case, and a
// vector is read in parts, each one load under a constant mask.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_PLACEDLANES_H
#define NEO_SCHEDULE_PLACEDLANES_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Is the value of `loop` known wherever `schedule` has code of its own?
bool isKnown(const LoopNest &nest, const Schedule &schedule, unsigned loop);

/// By how much `form` is larger one tile of `loop` further, in all lanes;
/// nothing if lanes differ, or if its value is known.
std::optional<int64_t> growthPerTile(const LoopNest &nest,
                                     const Schedule &schedule,
                                     const LinearForm &form, unsigned loop);

/// The part of it that the linear part of `form` beside the lanes is not.
int64_t growthBeside(const LoopNest &nest, const Schedule &schedule,
                     const LinearForm &form, unsigned loop);

/// Does `form` divide loops, and are its lanes at known places in a tile?
bool isPlaced(const LoopNest &nest, const Schedule &schedule,
              const LinearForm &form);

/// One vector of a tile, as far as it is known when the kernel is written.
struct VectorStep {
  llvm::SmallVector<int64_t> values; // of the loops that are known, in lane 0
  int64_t valid;                     // lanes inside the loops
  llvm::SmallBitVector unknown = {}; // loops written out, not entered yet
};

/// The first vector of a tile, whole.
VectorStep firstStep(const LoopNest &nest, const Schedule &schedule);

/// What `form` amounts to in each of the valid lanes of a vector, beside
/// restOfPlaced. Nothing if a loop is divided that is not known.
std::optional<llvm::SmallVector<int64_t>> placeLanes(const LoopNest &nest,
                                                     const Schedule &schedule,
                                                     const LinearForm &form,
                                                     const VectorStep &step);

/// Does the index of an operand divide `loop`?
bool isDivided(const LoopNest &nest, unsigned loop);

/// Does `form` divide a loop that fills lanes?
bool dividesLanes(const Schedule &schedule, const LinearForm &form);

/// The part of `form` that placeLanes leaves out.
mlir::AffineExpr restOfPlaced(const LoopNest &nest, const Schedule &schedule,
                              const LinearForm &form);

/// The lanes in which `conditions` hold; nothing if that depends on where the
/// tile is.
std::optional<llvm::SmallVector<bool>>
lanesThatHold(const LoopNest &nest, const Schedule &schedule,
              llvm::ArrayRef<NestCondition> conditions, const VectorStep &step);

/// Puts lanes that are not wanted where the first one that is lies.
void gatherWhere(llvm::ArrayRef<bool> wanted,
                 llvm::MutableArrayRef<int64_t> places);

/// By how much the lanes at `places` are shifted against the first vector's
/// neighbours: every number once.
llvm::SmallVector<int64_t> shiftsOf(llvm::ArrayRef<int64_t> places);

} // namespace neo

#endif // NEO_SCHEDULE_PLACEDLANES_H
