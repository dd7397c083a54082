//===- BlockSizes.h - Blocks that a reduction may go in ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a cache holds asks for blocks of about so many steps, not for a number
// that divides the extent. So one size is tried near every power of two: that
// power where it divides, else one that makes as many blocks, all about equal:
// of 300 steps 160 and 140, not 256 and 44.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_BLOCKSIZES_H
#define NEO_SCHEDULE_BLOCKSIZES_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace neo {

/// Sizes of blocks for a reduction of `extent` steps, shorter than it. Those
/// for `lanes` that the reduction fills divide it into whole vectors.
llvm::SmallVector<int64_t> listBlocks(int64_t extent, int64_t lanes);

/// Other sizes that divide a reduction whose steps are rows to walk along
/// together: any number of some is better than one.
llvm::SmallVector<int64_t> listFewRows(int64_t extent);

} // namespace neo

#endif // NEO_SCHEDULE_BLOCKSIZES_H
