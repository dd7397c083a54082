//===- AsyncCopies.h - cp.async and its groups ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A cp.async may write its bytes at any time between the instruction and the
// end of a wait that covers it. The emulator writes them as late as possible:
// when the thread waits. Until then they are pending, and any access to them is
// an error. So a wait count that is off by one is found whatever the timing:
//
//     cp.async A; commit_group      group 0
//     cp.async B; commit_group      group 1
//     wait_group 1                  all but the last 1 group: A is there
//     ld.shared B                   an error
//
// A wait covers the copies of the waiting thread only. Other threads need a
// barrier after it, which the race check demands.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_ASYNCCOPIES_H
#define NEO_LIB_EMULATOR_ASYNCCOPIES_H

#include "Instruction.h"

#include <array>
#include <deque>

namespace neo::ptx {

struct AsyncCopy {
  uint32_t offset = 0; ///< In shared memory.
  uint32_t pc = 0;     ///< Of the instruction.
  uint8_t bytes = 0;
  uint8_t data[16] = {};
};

/// The copies of the lanes of a warp.
class AsyncCopies {
public:
  void add(unsigned lane, const AsyncCopy &copy) {
    queues[lane].open.push_back(copy);
  }
  void commit(LaneMask lanes);
  /// Ends all but the last `rest` groups of each lane.
  void wait(Warp &warp, LaneMask lanes, uint64_t rest);
  /// Ends all copies, committed or not.
  void waitAll(Warp &warp, LaneMask lanes);

private:
  using Group = std::vector<AsyncCopy>;
  struct Queue {
    Group open;
    std::deque<Group> groups;
  };
  std::array<Queue, warpSize> queues;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_ASYNCCOPIES_H
