//===- LoopGate.h - how workers find, join and leave a loop -----*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// How workers join and leave a parallel loop. The state of the current loop is
// one atomic word:
//
//     | number of the loop (48 bits) | members (15 bits) | open (1 bit) |
//
//     caller  open:   number + 1, members 0, open
//     worker  join:   members + 1, if open and not yet joined
//     worker  leave:  members - 1
//     caller  close:  not open; then wait until members is 0
//
// Joining is one compare-and-swap of the whole word, so no worker joins after
// the close, and a loop without members is closed without waiting. While the
// gate is closed and has no members, the caller alone accesses the loop.
//
// Idle workers sleep on a futex. A worker counts itself as a sleeper before it
// reads the gate for the last time, and the caller opens the gate before it
// reads the number of sleepers; both accesses are sequentially consistent, so
// one sees the other. A futex and not a condition variable: the latter keeps
// track of its waiters, and in a forked child, where they no longer exist, it
// would wait for them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_LOOPGATE_H
#define NEO_LIB_RUNTIME_LOOPGATE_H

#include "Neo/Machine/CacheLine.h"
#include "SharedLoop.h"

namespace neo {

class LoopGate {
public:
  /// Before any worker exists: opens for workers; whether idle ones spin before
  /// they sleep.
  void reset(bool spin);
  /// Ends all workers: waitAndJoin() returns false.
  void dismiss();

  /// Caller: opens the loop and wakes sleeping workers.
  void open();
  /// Caller: closes the loop and waits for its members to leave.
  void closeAndWait();

  /// Worker: waits for an open loop other than number `last` and joins it;
  /// `last` becomes its number. False if dismissed.
  bool waitAndJoin(uint64_t &last);
  /// Worker: leaves the loop.
  void leave() { word.fetch_sub(oneMember, std::memory_order_release); }

private:
  static constexpr uint64_t openBit = 1, oneMember = 2, oneLoop = 1 << 16;

  static bool isNew(uint64_t seen, uint64_t last) {
    return (seen & openBit) && seen / oneLoop != last;
  }
  bool spinUntilNew(uint64_t last) const;
  void sleepUntilNew(uint64_t last);
  void ringBell();

  alignas(cacheLineBytes) std::atomic<uint64_t> word{0};
  alignas(cacheLineBytes) std::atomic<bool> dismissed{false};
  bool maySpin = true;
  alignas(cacheLineBytes) std::atomic<uint32_t> bell{0};
  std::atomic<int> sleepers{0};
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_LOOPGATE_H
