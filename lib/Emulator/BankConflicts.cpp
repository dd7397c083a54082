//===- BankConflicts.cpp - How often the banks repeat an access -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Shared memory has 32 banks of 4 bytes: word w lies in bank w mod 32. An
// access by a warp is served in phases: 32 lanes of up to 4 bytes, 16 of 8, 8
// of 16. A phase takes as many wavefronts as different words of one bank are
// accessed; lanes that read the same word share it. An ldmatrix has a phase for
// each matrix, of eight rows of 16 bytes.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "MemoryAccess.h"

#include <algorithm>

namespace neo::ptx {

static constexpr unsigned banks = 32;

/// The wavefronts of a phase with accesses of `bytes` bytes at `starts`.
static uint32_t countWavefronts(const uint64_t *starts, unsigned number,
                                unsigned bytes) {
  uint64_t words[warpSize * 4];
  unsigned count = 0;
  for (unsigned i = 0; i < number; ++i)
    for (uint64_t word = starts[i] / 4; word <= (starts[i] + bytes - 1) / 4;
         ++word)
      words[count++] = word;
  std::sort(words, words + count);
  count = unsigned(std::unique(words, words + count) - words);
  uint32_t wanted[banks] = {}, most = 0;
  for (unsigned i = 0; i < count; ++i)
    most = std::max(most, ++wanted[words[i] % banks]);
  return most;
}

static void countPhase(SharedTraffic &traffic, const uint64_t *starts,
                       unsigned number, unsigned bytes) {
  if (number == 0)
    return;
  uint32_t wavefronts = countWavefronts(starts, number, bytes);
  ++traffic.phases;
  traffic.wavefronts += wavefronts;
  traffic.worst = std::max(traffic.worst, wavefronts);
}

void countShared(Warp &warp, const WarpAddresses &addresses) {
  if (addresses.lanes == 0)
    return;
  SharedTraffic &traffic = warp.block.counts.at(warp.block.pc).shared;
  ++traffic.accesses;
  unsigned lanesOfPhase = addresses.bytes <= 4    ? 32
                          : addresses.bytes == 8  ? 16
                          : addresses.bytes == 16 ? 8
                                                  : 4;
  for (unsigned first = 0; first < warpSize; first += lanesOfPhase) {
    uint64_t starts[warpSize];
    unsigned number = 0;
    for (unsigned lane = first; lane < first + lanesOfPhase; ++lane)
      if (addresses.lanes >> lane & 1)
        starts[number++] = addresses.address[lane];
    countPhase(traffic, starts, number, addresses.bytes);
  }
}

void countMatrixRows(Warp &warp, const uint64_t *rows, unsigned number) {
  SharedTraffic &traffic = warp.block.counts.at(warp.block.pc).shared;
  ++traffic.accesses;
  for (unsigned first = 0; first < number; first += 8)
    countPhase(traffic, rows + first, 8, 16);
}

} // namespace neo::ptx
