//===- ForkSafeMutex.h - a mutex that a forked child can lock ---*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Programs and the thread pool serve one run at a time. When one thread forks
// while another one runs, the child's copy of a std::mutex stays locked: its
// owner does not exist there. So the lock word says in which process it was
// taken,
//
//     | forks that led to this process (30 bits) | others wait | taken |
//
// and one that was taken in a parent process counts as free. Waiting is a
// futex, with a timeout where the run may be cancelled meanwhile (see
// Interruption.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_FORKSAFEMUTEX_H
#define NEO_RUNTIME_FORKSAFEMUTEX_H

#include "Neo/Runtime/Interruption.h"

#include <cstdint>

namespace neo {

/// Lockable by std::unique_lock.
class ForkSafeMutex {
public:
  void lock() { lock(/*interruption=*/nullptr); }
  /// False, without the lock, if the run is interrupted while it waits.
  bool lock(Interruption *interruption);
  /// False, at once, if another thread holds it.
  bool try_lock();
  /// The holder only.
  void unlock();

private:
  static constexpr uint32_t taken = 1, waitedFor = 2, oneFork = 4;

  bool isTaken(uint32_t seen) const;
  void wait(uint32_t seen, bool forever);

  std::atomic<uint32_t> word{0};
};

} // namespace neo

#endif // NEO_RUNTIME_FORKSAFEMUTEX_H
