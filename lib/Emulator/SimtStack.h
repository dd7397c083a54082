//===- SimtStack.h - Divergence and reconvergence ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The reconvergence stack of a warp: one entry per group of lanes that took
// another path. The top entry runs. At a branch where lanes diverge, the entry
// waits at the reconvergence point, and one entry for each side is pushed:
//
//     before     [at B, all]
//     after      [at R, all] [at E, lanes not taken] [at T, lanes taken]
//
// An entry that arrives at its reconvergence point is popped. Lanes that return
// or exit are taken out of all entries, of their function or of the warp.
//
// Calls push a frame: its entries lie above the caller's, and the frame ends
// when all of them have returned.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_SIMTSTACK_H
#define NEO_LIB_EMULATOR_SIMTSTACK_H

#include "Instruction.h"

namespace neo::ptx {

class SimtStack {
public:
  struct Entry {
    uint32_t pc;            ///< Index of the next instruction.
    uint32_t reconvergence; ///< The pc at which the entry is popped.
    LaneMask lanes;
  };

  void start(uint32_t pc, LaneMask lanes) { entries = {{pc, noSlot, lanes}}; }
  bool isEmpty() const { return entries.empty(); }
  size_t depth() const { return entries.size(); }
  const Entry &top() const { return entries.back(); }

  void advance() { ++entries.back().pc; }

  /// Lanes `taken` of the top entry go to `target`, the others on.
  void branch(uint32_t target, uint32_t reconvergence, LaneMask taken);

  /// Lanes of the top entry take different paths.
  void branchMany(const std::vector<std::pair<uint32_t, LaneMask>> &paths,
                  uint32_t reconvergence);

  /// A frame for `lanes`, which start at `pc`.
  void pushFrame(uint32_t pc, LaneMask lanes) {
    entries.push_back({pc, noSlot, lanes});
  }

  /// Takes `lanes` out of the entries from index `base` on and pops those that
  /// are empty then. True if no entry from `base` on is left.
  bool leave(LaneMask lanes, size_t base);

  /// Pops the entries that are at their reconvergence point.
  void reconverge() {
    while (entries.size() > 1 &&
           entries.back().pc == entries.back().reconvergence)
      entries.pop_back();
  }

  /// The lanes that have not exited.
  LaneMask liveLanes() const {
    LaneMask all = 0;
    for (const Entry &entry : entries)
      all |= entry.lanes;
    return all;
  }

private:
  std::vector<Entry> entries;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_SIMTSTACK_H
