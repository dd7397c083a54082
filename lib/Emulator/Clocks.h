//===- Clocks.h - What happened before what ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Vector clocks. Each warp counts its epochs: a barrier or a bar.warp.sync ends
// one. A warp knows of each other warp the last epoch that a barrier has
// ordered before its own present, and a lane knows the same of each lane of its
// warp:
//
//     warp 0, epoch 3: writes s[0]
//     both: bar.sync           warp 1 now knows epoch 3 of warp 0
//     warp 1: reads s[0]       ordered, as 3 <= 3
//     warp 0, epoch 4: writes s[0]
//     warp 1: reads s[0]       a race, as 4 > 3
//
// So named barriers of some warps order just these, and whether two accesses
// race does not depend on which of them came first in this run.
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

  /// Is what thread `earlier` did in `epoch` ordered before what thread `later`
  /// does now?
  bool isOrdered(unsigned earlier, uint32_t epoch, unsigned later) const {
    unsigned from = earlier / warpSize, to = later / warpSize;
    return from == to
               ? lanes[to].known[later % warpSize][earlier % warpSize] >= epoch
               : known[size_t(to) * epochs.size() + from] >= epoch;
  }

  /// `waiting` warps go on after all `arrived` ones have come to a barrier.
  void joinWarps(const std::vector<unsigned> &arrived,
                 const std::vector<unsigned> &waiting);

  /// Lanes of a warp meet at a bar.warp.sync.
  void joinLanes(unsigned warp, LaneMask met);

private:
  struct LaneClocks {
    uint32_t known[warpSize][warpSize] = {};
  };
  std::vector<uint32_t> epochs;
  std::vector<uint32_t> known; ///< Row: who knows; column: of whom.
  std::vector<LaneClocks> lanes;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_CLOCKS_H
