//===- BlockSizes.h - Block sizes of a reduction ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The capacity of a cache determines a block size approximately; it need not
// divide the extent. So one size is tried near every power of two: that power
// if it divides, else one that gives as many blocks of about equal size: of 300
// steps 160 and 140, not 256 and 44.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_BLOCKSIZES_H
#define NEO_SCHEDULE_BLOCKSIZES_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace neo {

/// Candidate block sizes, smaller than `extent`, for a reduction of `extent`
/// steps. If it is vectorised by `lanes`, they are whole vectors and divide it.
llvm::SmallVector<int64_t> listBlocks(int64_t extent, int64_t lanes);

/// Further small sizes that divide a reduction whose steps are rows read as
/// parallel streams: several are better than one.
llvm::SmallVector<int64_t> listFewRows(int64_t extent);

} // namespace neo

#endif // NEO_SCHEDULE_BLOCKSIZES_H
