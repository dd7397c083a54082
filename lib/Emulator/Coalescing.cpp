//===- Coalescing.cpp - What a warp's access asks of global memory --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Global memory is transferred in sectors of 32 bytes, and cached in lines of
// 128. An access by a warp costs as many of them as its lanes touch, whatever
// the order of the lanes. The ideal is the minimum for as many distinct bytes:
// 32 lanes that read contiguous floats touch 4 sectors and 1 line; with a
// stride of two floats, 8 and 2, of an ideal of 4 and 1.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "MemoryAccess.h"

#include <algorithm>

namespace neo::ptx {

/// How many aligned blocks of `size` bytes the accesses of `bytes` bytes at
/// these sorted addresses touch.
static uint64_t countPieces(const uint64_t *starts, unsigned number,
                            unsigned bytes, uint64_t size) {
  uint64_t pieces = 0, next = 0;
  for (unsigned i = 0; i < number; ++i) {
    uint64_t first = std::max(starts[i] / size, next);
    uint64_t last = (starts[i] + bytes - 1) / size;
    if (last + 1 > first)
      pieces += last + 1 - first;
    next = std::max(next, last + 1);
  }
  return pieces;
}

void countGlobal(Warp &warp, const WarpAddresses &addresses) {
  if (addresses.lanes == 0)
    return;
  uint64_t starts[warpSize];
  unsigned number = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (addresses.lanes >> lane & 1)
      starts[number++] = addresses.address[lane];
  std::sort(starts, starts + number);
  unsigned bytes = addresses.bytes;
  GlobalTraffic &traffic = warp.block.counts.at(warp.block.pc).global;
  uint64_t different = countPieces(starts, number, bytes, 1);
  ++traffic.accesses;
  traffic.bytes += different;
  traffic.sectors += countPieces(starts, number, bytes, 32);
  traffic.lines += countPieces(starts, number, bytes, 128);
  traffic.idealSectors += (different + 31) / 32;
  traffic.idealLines += (different + 127) / 128;
}

} // namespace neo::ptx
