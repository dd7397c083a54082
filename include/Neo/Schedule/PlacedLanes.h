//===- PlacedLanes.h - Lanes whose divisions are known ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An index that divides or takes remainders of the loop in the lanes is not
// affine, and its lanes lie nowhere in particular. But if a tile covers that
// loop whole, each lane of each of its vectors has a value that is known when
// the kernel is written:
//
//     Y[q, c] = X[q + c mod 3, c]        64 channels, vector c: 16, tile c: 4
//
//     lane          0  1   2   3  4   5   6  7 ...
//     X from        0  65  130 3  68  133 6  71   = q * 64 + c + 64 * (c mod 3)
//
// Lanes of the same remainder are neighbours shifted by one number, 64 here. So
// a vector is read in three parts, each one load under a constant mask.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_PLACEDLANES_H
#define NEO_SCHEDULE_PLACEDLANES_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// What `form`, which divides the loop in the lanes, amounts to in each of the
/// first `valid` lanes of the vector at `offsets`, the other loops being 0.
/// Nothing if that is not known, or if other loops are divided.
std::optional<llvm::SmallVector<int64_t>>
placeLanes(const LoopNest &nest, const Schedule &schedule,
           const LinearForm &form, llvm::ArrayRef<int64_t> offsets,
           int64_t valid);

/// The part of `form` that placeLanes leaves out.
mlir::AffineExpr restOfPlaced(const Schedule &schedule, const LinearForm &form);

/// By how much the lanes at `places` are shifted against the first vector's
/// neighbours: every number once.
llvm::SmallVector<int64_t> shiftsOf(llvm::ArrayRef<int64_t> places);

} // namespace neo

#endif // NEO_SCHEDULE_PLACEDLANES_H
