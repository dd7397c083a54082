//===- Turn.h - a lock that a forked child finds open -----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Programs and the thread pool serve one run at a time. When one thread forks
// while another one runs, the child's copy of a mutex is locked for good: the
// thread that would open it does not exist there. So a turn knows in which
// process it was taken,
//
//     | forks that led to this process (30 bits) | others wait | taken |
//
// and one that was taken in a parent counts as free. Waiting is a futex, with a
// time limit where the run may be given up meanwhile (see Interruption.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_TURN_H
#define NEO_RUNTIME_TURN_H

#include "Neo/Runtime/Interruption.h"

#include <cstdint>

namespace neo {

/// Lockable by std::unique_lock.
class Turn {
public:
  void lock() { lock(/*interruption=*/nullptr); }
  /// False, without the turn, if the run is given up while it waits.
  bool lock(Interruption *interruption);
  /// False, at once, if it is somebody else's.
  bool try_lock();
  /// Of who has it only.
  void unlock();

private:
  static constexpr uint32_t taken = 1, waitedFor = 2, oneFork = 4;

  bool isTaken(uint32_t seen) const;
  void wait(uint32_t seen, bool forever);

  std::atomic<uint32_t> word{0};
};

} // namespace neo

#endif // NEO_RUNTIME_TURN_H
