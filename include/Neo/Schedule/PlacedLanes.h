//===- PlacedLanes.h - Lanes at statically known positions ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An index with floordiv or mod of a vectorised loop is not affine, so the
// positions of its lanes are irregular. But the value of a loop is known at
// compile time if a tile covers the whole loop, or if it is fully unrolled. It
// is known up to a multiple of the tile if the divisors divide the steps of a
// tile: from one tile to the next the index then grows by the same amount in
// all lanes. If either holds for all loops that an index divides, the positions
// of its lanes are known relative to the tile (the lanes are *placed*):
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
// Where the lanes are within one or two vectors (LaneWindows.h), as in the
// second case, these are loaded and permuted. Otherwise lanes of the same
// remainder are contiguous up to a common shift, a multiple of 64 in the first
// case, and a vector is loaded in parts, each by one load under a constant
// mask.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_PLACEDLANES_H
#define NEO_SCHEDULE_PLACEDLANES_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Is the value of `loop` known at compile time in every unrolled step of
/// `schedule`?
bool isKnown(const LoopNest &nest, const Schedule &schedule, unsigned loop);

/// The growth of `form` from one tile of `loop` to the next, if it is the same
/// in all lanes; none if lanes differ, or if the loop's value is known.
std::optional<int64_t> growthPerTile(const LoopNest &nest,
                                     const Schedule &schedule,
                                     const LinearForm &form, unsigned loop);

/// The part of this growth that is not due to the linear part of `form`.
int64_t growthBeside(const LoopNest &nest, const Schedule &schedule,
                     const LinearForm &form, unsigned loop);

/// Does `form` divide loops, with its lanes at known positions in a tile?
bool isPlaced(const LoopNest &nest, const Schedule &schedule,
              const LinearForm &form);

/// What is known of one vector of a tile at compile time.
struct VectorStep {
  llvm::SmallVector<int64_t> values; // of known loops, in lane 0
  int64_t valid;                     // lanes inside the loops
  llvm::SmallBitVector unknown = {}; // unrolled loops that are not entered yet
};

/// The first vector of a tile, whole.
VectorStep firstStep(const LoopNest &nest, const Schedule &schedule);

/// The values of `form` in the valid lanes of a vector, without restOfPlaced.
/// None if it divides a loop with an unknown value.
std::optional<llvm::SmallVector<int64_t>> placeLanes(const LoopNest &nest,
                                                     const Schedule &schedule,
                                                     const LinearForm &form,
                                                     const VectorStep &step);

/// Has the index of an operand a division of `loop`?
bool isDivided(const LoopNest &nest, unsigned loop);

/// Has `form` a division of a vectorised loop?
bool dividesLanes(const Schedule &schedule, const LinearForm &form);

/// The part of `form` that placeLanes does not include.
mlir::AffineExpr restOfPlaced(const LoopNest &nest, const Schedule &schedule,
                              const LinearForm &form);

/// The lanes in which `conditions` hold; none if that depends on the position
/// of the tile.
std::optional<llvm::SmallVector<bool>>
lanesThatHold(const LoopNest &nest, const Schedule &schedule,
              llvm::ArrayRef<NestCondition> conditions, const VectorStep &step);

/// Sets the positions of lanes that are not `wanted` to that of the first one
/// that is.
void fillUnusedPositions(llvm::ArrayRef<bool> wanted,
                         llvm::MutableArrayRef<int64_t> places);

/// The distinct shifts of the lanes at `places` relative to contiguous lanes.
llvm::SmallVector<int64_t> shiftsOf(llvm::ArrayRef<int64_t> places);

} // namespace neo

#endif // NEO_SCHEDULE_PLACEDLANES_H
