//===- SharedLoop.h - a loop's chunks, taken by several threads -*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Work stealing: the range of one loop is divided into chunks of `grain`
// iterations, and these into contiguous parts, one per thread (ThreadPool.h). A
// thread takes about an eighth of a part at a time: rarely enough that the
// overhead does not matter, often enough that the load is balanced at the end.
//
// A loop that can be interrupted is run in shorter pieces, measured by the
// clock: one chunk first, then four times as many each time, or sixteen times
// where that was quick, until a piece takes some milliseconds (Pace). The
// question whether to stop is asked every 25 ms at most (Interruption.h), and
// each piece walks all blocks of a reduction again, so pieces should not be
// shorter: with one to four milliseconds instead of four to sixteen, the
// gradients of a tensor times two matrices took 1.08 times as long. The length
// that was found is where the next run starts: pieces that are too short also
// split rows of memory. Column sums of 4096 x 768 take 1.07 times as long so as
// in one piece.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_SHAREDLOOP_H
#define NEO_LIB_RUNTIME_SHAREDLOOP_H

#include "Neo/Machine/CacheLine.h"
#include "Neo/Runtime/Interruption.h"
#include "Neo/Runtime/Kernel.h"

#include <algorithm>
#include <atomic>
#include <memory>

namespace neo {

class SharedLoop {
public:
  struct Task {
    KernelFn fn = nullptr;
    void *const *buffers = nullptr;
    int64_t extent = 0;
    int64_t grain = 1;
    /// May be null.
    Interruption *interruption = nullptr;
    /// How many chunks a piece had in the end when the loop ran last, 0 before;
    /// for the next run. May be null.
    uint64_t *lastPiece = nullptr;

    uint64_t chunks() const { return extent / grain + (extent % grain != 0); }
    /// Runs chunks [first, last).
    void call(uint64_t first, uint64_t last) const;
    /// Runs all chunks on this thread; false if interrupted.
    bool callAll() const;
  };

  /// Allocates the parts of that many threads. No loop may be running.
  void reserve(int threads) { parts = std::make_unique<Part[]>(threads); }

  /// Distributes `task` over `threads` threads. No loop may be running.
  void prepare(const Task &newTask, int threads);

  /// Runs chunks until none is left, or until the loop is interrupted: first
  /// those of part `id`, then stolen ones of other parts. A thread without a
  /// part does nothing. Thread 0 is the one that called.
  void run(int id);

private:
  /// Chunks [next, end) are still to be taken. `next` may run past `end`: it is
  /// unsigned and the excess is under an eighth of the range.
  struct alignas(cacheLineBytes) Part {
    std::atomic<uint64_t> next{0};
    uint64_t end = 0;
  };

  class Pace;

  Task task;
  /// How many chunks a thread takes at a time at most.
  uint64_t step = 1;
  int partCount = 0;
  std::unique_ptr<Part[]> parts;
};

/// How many chunks one thread runs between two looks at the interruption.
class SharedLoop::Pace {
public:
  Pace(const Task &task, uint64_t most)
      : interruption(task.interruption), most(most),
        step(interruption ? begin(task, most) : most) {
    if (interruption)
      last = Clock::now();
  }

  uint64_t chunks() const { return step; }

  /// Before a piece, on the thread that called or on another one.
  bool isInterrupted(bool isCaller) const {
    if (!interruption)
      return false;
    return isCaller ? interruption->poll(last) : interruption->given();
  }

  /// After a piece: the next one is longer or shorter. The clock is read here
  /// only, since that takes as long as launching does.
  void adapt() {
    if (!interruption)
      return;
    constexpr std::chrono::microseconds enough(4000), much(16000), little(50);
    Clock::time_point now = Clock::now();
    uint64_t times = now - last < little ? 16 : 4;
    if (now - last < enough)
      step = step < most / times ? times * step : most;
    else if (now - last > much)
      step = std::max<uint64_t>(1, step / 2);
    last = now;
  }

private:
  using Clock = Interruption::Clock;

  static uint64_t begin(const Task &task, uint64_t most) {
    uint64_t known = task.lastPiece ? *task.lastPiece : 0;
    return std::min(std::max<uint64_t>(known, 1), most);
  }

  Interruption *interruption;
  uint64_t most, step;
  Clock::time_point last;
};

inline void SharedLoop::prepare(const Task &newTask, int threads) {
  task = newTask;
  partCount = threads;
  uint64_t chunks = task.chunks();
  uint64_t share = chunks / threads, rest = chunks % threads;
  step = std::max<uint64_t>(1, share / 8);
  uint64_t begin = 0;
  for (int id = 0; id < threads; ++id) {
    parts[id].next.store(begin, std::memory_order_relaxed);
    begin += share + (uint64_t(id) < rest ? 1 : 0);
    parts[id].end = begin;
  }
}

inline void SharedLoop::run(int id) {
  if (id >= partCount)
    return;
  Pace pace(task, step);
  for (int distance = 0; distance < partCount; ++distance) {
    Part &part = parts[(id + distance) % partCount];
    while (!pace.isInterrupted(/*isCaller=*/id == 0)) {
      uint64_t taken = pace.chunks();
      uint64_t first = part.next.fetch_add(taken, std::memory_order_relaxed);
      if (first >= part.end)
        break;
      task.call(first, std::min(first + taken, part.end));
      pace.adapt();
    }
  }
}

inline void SharedLoop::Task::call(uint64_t first, uint64_t last) const {
  // Only the last chunk may be short; others end at a multiple of the grain,
  // which is less than the extent and cannot overflow.
  int64_t end = last == chunks() ? extent : last * grain;
  fn(buffers, first * grain, end);
}

inline bool SharedLoop::Task::callAll() const {
  uint64_t all = chunks(), last = 0;
  if (all == 1) {
    if (interruption && interruption->pollQuickly())
      return false;
    fn(buffers, 0, extent);
    return true;
  }
  Pace pace(*this, all);
  for (uint64_t first = 0; first < all; first = last) {
    if (pace.isInterrupted(/*isCaller=*/true))
      return false;
    last = std::min(first + pace.chunks(), all);
    call(first, last);
    // What is left at the end says little of a whole piece.
    if (last - first == pace.chunks())
      pace.adapt();
  }
  if (lastPiece && interruption)
    *lastPiece = pace.chunks();
  return true;
}

} // namespace neo

#endif // NEO_LIB_RUNTIME_SHAREDLOOP_H
