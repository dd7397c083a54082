//===- ResultPool.h - Memory of results, used again -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A training step returns new parameters every time and drops the old ones.
// Fresh memory from the system costs a page fault for every 4 KiB: more than
// the step itself. So large buffers that Python gives back wait here for the
// next result of the same size.
//
// What waits is bounded, and who came back last stays: a process that went on
// to other shapes asks for new sizes, and buffers of old ones make room.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_RESULTPOOL_H
#define NEO_RUNTIME_RESULTPOOL_H

#include <cstddef>
#include <deque>
#include <list>
#include <mutex>
#include <unordered_map>

namespace neo {

class ResultPool {
public:
  /// Smaller results are left to NumPy, whose small blocks are quick.
  static constexpr size_t leastBytes = 64 * 1024;

  struct Loan {
    void *buffer;
    size_t bytes;
    /// Its place among those that wait.
    std::list<Loan *>::iterator turn;
  };

  /// At most `mostIdleBytes` wait; nothing does that is larger.
  explicit ResultPool(size_t mostIdleBytes) : mostIdleBytes(mostIdleBytes) {}

  /// The one that all results come from.
  static ResultPool &global();

  /// A buffer of `bytes`, aligned to a cache line; null if there is no memory.
  Loan *take(size_t bytes);
  /// Gives a buffer back.
  void give(Loan *loan);

private:
  /// The longest idle, without which the others are few enough.
  std::list<Loan *> removeOldest();

  const size_t mostIdleBytes;
  std::mutex mutex;
  /// All that wait, the longest idle first.
  std::list<Loan *> turns;
  /// The same by their bytes. Who came back last is still in the caches.
  std::unordered_map<size_t, std::deque<Loan *>> idle;
  size_t idleBytes = 0;
};

} // namespace neo

#endif // NEO_RUNTIME_RESULTPOOL_H
