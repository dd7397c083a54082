//===- SimtStack.h - Which lanes run where ----------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A warp has one entry per group of lanes that went another way. The top entry
// runs. At a branch where lanes part, the entry waits at the meeting place, and
// one entry for each side comes on top:
//
//     before     [at B, all]
//     after      [at M, all] [at E, lanes not taken] [at T, lanes taken]
//
// An entry that comes to the meeting place of the one below is popped. Lanes
// that return or exit leave all entries, of their function or of the warp.
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
    uint32_t place;   ///< In the code.
    uint32_t meeting; ///< Where the entry ends.
    LaneMask lanes;
  };

  void start(uint32_t place, LaneMask lanes) {
    entries = {{place, noSlot, lanes}};
  }
  bool isEmpty() const { return entries.empty(); }
  size_t depth() const { return entries.size(); }
  const Entry &top() const { return entries.back(); }

  void advance() { ++entries.back().place; }

  /// Lanes `taken` of the top entry go to `target`, the others on.
  void branch(uint32_t target, uint32_t meeting, LaneMask taken);

  /// Lanes of the top entry go to different places.
  void branchMany(const std::vector<std::pair<uint32_t, LaneMask>> &ways,
                  uint32_t meeting);

  /// A frame for `lanes`, which start at `place`.
  void pushFrame(uint32_t place, LaneMask lanes) {
    entries.push_back({place, noSlot, lanes});
  }

  /// Takes `lanes` out of the entries from number `base` on; drops what is
  /// empty on top of it. True if no entry from `base` on is left.
  bool leave(LaneMask lanes, size_t base);

  /// Pops what has come to its meeting place.
  void meet() {
    while (entries.size() > 1 && entries.back().place == entries.back().meeting)
      entries.pop_back();
  }

  /// All lanes that have not left.
  LaneMask living() const {
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
