//===- SharedLoop.h - a loop's chunks, taken by several threads -*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The range of one loop, cut into chunks of `grain` iterations and dealt out
// in contiguous parts, one per thread (see ThreadPool.h). A thread takes about
// an eighth of a part at a time: rarely enough that taking costs nothing,
// often enough that the last piece to finish is short.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_SHAREDLOOP_H
#define NEO_LIB_RUNTIME_SHAREDLOOP_H

#include "Neo/Runtime/Kernel.h"

#include <algorithm>
#include <atomic>
#include <memory>

namespace neo {

constexpr size_t cacheLine = 64;

class SharedLoop {
public:
  struct Task {
    KernelFn fn = nullptr;
    void *const *buffers = nullptr;
    int64_t extent = 0;
    int64_t grain = 1;

    uint64_t chunks() const { return extent / grain + (extent % grain != 0); }
  };

  /// Makes room for that many threads. No loop may be running.
  void reserve(int threads) { parts = std::make_unique<Part[]>(threads); }

  /// Deals `task` out to `threads` threads. No loop may be running.
  void prepare(const Task &newTask, int threads);

  /// Takes and runs chunks until none is left to take: first those of part
  /// `id`, then the neighbours'. A thread without a part does nothing.
  void run(int id);

private:
  /// Chunks [next, end) are still to be taken. `next` may run past `end`: it is
  /// unsigned and the excess is under an eighth of the range.
  struct alignas(cacheLine) Part {
    std::atomic<uint64_t> next{0};
    uint64_t end = 0;
  };

  void call(uint64_t first, uint64_t last) const;

  Task task;
  uint64_t chunks = 0;
  /// How many chunks a thread takes at a time.
  uint64_t step = 1;
  int partCount = 0;
  std::unique_ptr<Part[]> parts;
};

inline void SharedLoop::prepare(const Task &newTask, int threads) {
  task = newTask;
  partCount = threads;
  chunks = task.chunks();
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
  for (int distance = 0; distance < partCount; ++distance) {
    Part &part = parts[(id + distance) % partCount];
    for (;;) {
      uint64_t first = part.next.fetch_add(step, std::memory_order_relaxed);
      if (first >= part.end)
        break;
      call(first, std::min(first + step, part.end));
    }
  }
}

inline void SharedLoop::call(uint64_t first, uint64_t last) const {
  // Only the last chunk may be short; others end at a multiple of the grain,
  // which is less than the extent and cannot overflow.
  int64_t end = last == chunks ? task.extent : last * task.grain;
  task.fn(task.buffers, first * task.grain, end);
}

} // namespace neo

#endif // NEO_LIB_RUNTIME_SHAREDLOOP_H
