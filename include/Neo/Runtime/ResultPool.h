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
// Large blocks begin with a page, those of NumPy 16 bytes behind. A kernel that
// reads row i + 2 while it writes row i then often loads from addresses that
// equal those of its last stores in the low 12 bits, and waits for them (4K
// aliasing): softmax of rows of 496 or 1008 took 1.3 times as long as of 512 or
// 1024. So large results begin a quarter, a half or three quarters of a page
// later, in turns (cache colouring, as in slab allocators): no two that are
// allocated one after the other begin alike, and none as NumPy's. A block that
// is used again stays where it begins.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_RESULTPOOL_H
#define NEO_RUNTIME_RESULTPOOL_H

#include <atomic>
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
    /// What was allocated; the buffer begins at its beginning or later.
    void *block;
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
  Loan *allocate(size_t bytes);
  /// The longest idle, without which the others are few enough.
  std::list<Loan *> removeOldest();

  const size_t mostIdleBytes;
  std::mutex mutex;
  /// All that wait, the longest idle first.
  std::list<Loan *> turns;
  /// The same by their bytes. Who came back last is still in the caches.
  std::unordered_map<size_t, std::deque<Loan *>> idle;
  size_t idleBytes = 0;
  /// How many large blocks there were.
  std::atomic<unsigned> colours = 0;
};

} // namespace neo

#endif // NEO_RUNTIME_RESULTPOOL_H
