//===- Clocks.h - Happened-before order of threads --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Vector clocks. Each warp counts its epochs: a barrier or a bar.warp.sync ends
// one. A warp holds, for each other warp, the last epoch that a barrier orders
// before its own current one, and a lane holds the same for each lane of its
// warp:
//
//     warp 0, epoch 3: writes s[0]
//     both: bar.sync           warp 1 now knows epoch 3 of warp 0
//     warp 1: reads s[0]       ordered, as 3 <= 3
//     warp 0, epoch 4: writes s[0]
//     warp 1: reads s[0]       a race, as 4 > 3
//
// So a named barrier orders the warps that take part in it only, and whether
// two accesses race does not depend on which of them came first in this run.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_CLOCKS_H
#define NEO_LIB_EMULATOR_CLOCKS_H

#include "Instruction.h"

namespace neo::ptx {

class Clocks {
public:
  explicit Clocks(unsigned warps);

  uint32_t epoch(unsigned warp) const { return epochs[warp]; }

  /// Does what thread `earlier` did in `epoch` happen before what thread
  /// `later` does now?
  bool isOrdered(unsigned earlier, uint32_t epoch, unsigned later) const {
    unsigned from = earlier / warpSize, to = later / warpSize;
    return from == to
               ? lanes[to].known[later % warpSize][earlier % warpSize] >= epoch
               : known[size_t(to) * epochs.size() + from] >= epoch;
  }

  /// All `arrived` warps are at a barrier; the `waiting` ones continue.
  void joinWarps(const std::vector<unsigned> &arrived,
                 const std::vector<unsigned> &waiting);

  /// A bar.warp.sync of lanes `met`.
  void joinLanes(unsigned warp, LaneMask met);

private:
  struct LaneClocks {
    uint32_t known[warpSize][warpSize] = {};
  };
  std::vector<uint32_t> epochs;
  std::vector<uint32_t>
      known; ///< Row: the warp that holds it; column: the other.
  std::vector<LaneClocks> lanes;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_CLOCKS_H
