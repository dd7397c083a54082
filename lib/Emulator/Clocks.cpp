//===- Clocks.cpp - Happened-before order of threads ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Clocks.h"

#include <algorithm>

namespace neo::ptx {

Clocks::Clocks(unsigned warps)
    : epochs(warps, 1), known(size_t(warps) * warps), lanes(warps) {}

void Clocks::joinWarps(const std::vector<unsigned> &arrived,
                       const std::vector<unsigned> &waiting) {
  size_t count = epochs.size();
  std::vector<uint32_t> joined(count);
  for (unsigned warp : arrived) {
    for (size_t other = 0; other < count; ++other)
      joined[other] = std::max(joined[other], known[warp * count + other]);
    joined[warp] = std::max(joined[warp], epochs[warp]);
  }
  for (unsigned warp : waiting) {
    for (size_t other = 0; other < count; ++other)
      known[warp * count + other] =
          std::max(known[warp * count + other], joined[other]);
    joinLanes(warp, allLanes);
  }
  // A warp that only arrives starts a new epoch too, which orders nothing yet.
  for (unsigned warp : arrived)
    if (std::find(waiting.begin(), waiting.end(), warp) == waiting.end())
      ++epochs[warp];
}

void Clocks::joinLanes(unsigned warp, LaneMask met) {
  LaneClocks &clocks = lanes[warp];
  uint32_t joined[warpSize] = {};
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(met >> lane & 1))
      continue;
    for (unsigned other = 0; other < warpSize; ++other)
      joined[other] = std::max(joined[other], clocks.known[lane][other]);
    joined[lane] = epochs[warp];
  }
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (met >> lane & 1)
      std::copy(joined, joined + warpSize, clocks.known[lane]);
  ++epochs[warp];
}

} // namespace neo::ptx
