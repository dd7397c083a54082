//===- LoopGate.cpp - how workers find, join and leave a loop -------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "LoopGate.h"

#include <chrono>
#include <climits>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace neo {

/// The time to spin: longer than the microseconds between launches of one
/// program, shorter than the user's code between two runs.
static constexpr std::chrono::microseconds spinTime{100};

/// The instruction that marks a spin loop.
static void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

static long futex(std::atomic<uint32_t> &word, int operation, uint32_t value) {
  static_assert(sizeof(word) == 4, "the kernel reads the atomic's value");
  return syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

void LoopGate::reset(bool spin) {
  dismissed = false;
  maySpin = spin;
  sleepers = 0;
  // The members of a forked child's parent do not exist here. A new number:
  // workers begin with `last` 0 and must never take an old loop for a new one.
  word = (word / oneLoop + 1) * oneLoop;
}

void LoopGate::dismiss() {
  dismissed = true;
  ringBell();
}

void LoopGate::ringBell() {
  if (sleepers.load() == 0)
    return;
  ++bell;
  futex(bell, FUTEX_WAKE_PRIVATE, INT_MAX);
}

void LoopGate::open() {
  uint64_t number = word.load(std::memory_order_relaxed) / oneLoop;
  word.store((number + 1) * oneLoop + openBit);
  ringBell();
}

void LoopGate::closeAndWait() {
  constexpr uint64_t memberBits = oneLoop - oneMember;
  word.fetch_and(~openBit, std::memory_order_acq_rel);
  // A preempted member may need this processor: yield after a while.
  for (int round = 0; word.load(std::memory_order_acquire) & memberBits;
       ++round) {
    if (maySpin && round < 4096)
      relax();
    else
      sched_yield();
  }
}

bool LoopGate::spinUntilNew(uint64_t last) const {
  if (!maySpin)
    return false;
  auto end = std::chrono::steady_clock::now() + spinTime;
  do {
    for (int round = 0; round < 32; ++round) {
      if (isNew(word.load(std::memory_order_relaxed), last) ||
          dismissed.load(std::memory_order_relaxed))
        return true;
      relax();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

void LoopGate::sleepUntilNew(uint64_t last) {
  uint32_t heard = bell.load();
  ++sleepers;
  while (!isNew(word.load(), last) && !dismissed.load()) {
    futex(bell, FUTEX_WAIT_PRIVATE, heard);
    heard = bell.load();
  }
  --sleepers;
}

bool LoopGate::waitAndJoin(uint64_t &last) {
  for (;;) {
    if (!spinUntilNew(last))
      sleepUntilNew(last);
    if (dismissed.load())
      return false;
    uint64_t seen = word.load(std::memory_order_relaxed);
    while (isNew(seen, last)) {
      if (!word.compare_exchange_weak(seen, seen + oneMember,
                                      std::memory_order_acquire))
        continue;
      last = seen / oneLoop;
      return true;
    }
  }
}

} // namespace neo
