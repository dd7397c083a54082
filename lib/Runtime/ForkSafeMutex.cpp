//===- ForkSafeMutex.cpp - a mutex that a forked child can lock -----------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/ForkSafeMutex.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace neo {

/// The number of forks from the process that loaded neo to this one.
static std::atomic<uint32_t> forks{0};

static int watchForks =
    pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1); });

/// The bits of a word that say in which process it was written.
static uint32_t here(uint32_t oneFork) {
  (void)watchForks;
  return forks.load(std::memory_order_relaxed) * oneFork;
}

bool ForkSafeMutex::isTaken(uint32_t seen) const {
  constexpr uint32_t flags = taken | waitedFor;
  return (seen & taken) && (seen & ~flags) == here(oneFork);
}

bool ForkSafeMutex::try_lock() {
  uint32_t seen = word.load(std::memory_order_relaxed);
  while (!isTaken(seen))
    if (word.compare_exchange_weak(seen, here(oneFork) | taken,
                                   std::memory_order_acquire))
      return true;
  return false;
}

void ForkSafeMutex::wait(uint32_t seen, bool forever) {
  timespec limit = {0,
                    std::chrono::nanoseconds(Interruption::interval).count()};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, seen,
          forever ? nullptr : &limit, nullptr, 0);
}

bool ForkSafeMutex::lock(Interruption *interruption) {
  if (try_lock())
    return true;
  uint32_t mine = here(oneFork) | taken | waitedFor;
  uint32_t seen = word.load(std::memory_order_relaxed);
  for (;;) {
    // After a wait it is not known whether others wait as well.
    if (isTaken(seen) && seen == mine)
      wait(seen, /*forever=*/!interruption);
    else if (word.compare_exchange_weak(seen, mine,
                                        std::memory_order_acquire)) {
      if (!isTaken(seen))
        return true;
    }
    if (interruption && interruption->poll())
      return false;
    seen = word.load(std::memory_order_relaxed);
  }
}

void ForkSafeMutex::unlock() {
  uint32_t before = word.exchange(here(oneFork), std::memory_order_release);
  if (before & waitedFor)
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

} // namespace neo
