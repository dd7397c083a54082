//===- LastLevelCache.h - Tensors beyond the last-level cache ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tensor larger than this comes from memory whenever it is read: the
// last-level cache is shared with other cores, and a kernel can rely on a part
// of it only. For smaller tensors hardware prefetch hides the latency: layers
// of a megabyte took up to 6 % longer with software prefetches, and a product
// of a tensor of 4.7 MB was no faster.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_LASTLEVELCACHE_H
#define NEO_SCHEDULE_LASTLEVELCACHE_H

#include "Neo/Dialect/ElementBytes.h"

namespace neo {

constexpr int64_t beyondCacheBytes = 8 << 20;

/// Is a tensor too large to stay in the last-level cache of a busy machine?
inline bool isBeyondCaches(mlir::RankedTensorType type) {
  return type.getNumElements() * getElementBytes(type) >= beyondCacheBytes;
}

} // namespace neo

#endif // NEO_SCHEDULE_LASTLEVELCACHE_H
