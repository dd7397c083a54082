//===- ResultPool.h - Memory of results, used again -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A training step returns new parameters every time and drops the old ones.
// Fresh memory from the system costs a page fault for every 4 KiB: more than
// the step itself. So large buffers that Python gives back wait here for the
// next result of the same size.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_RESULTPOOL_H
#define NEO_PYTHON_RESULTPOOL_H

#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace neo::python {

class ResultPool {
public:
  /// Smaller results are left to NumPy, whose small blocks are quick.
  static constexpr size_t leastBytes = 64 * 1024;

  struct Loan {
    void *buffer;
    size_t bytes;
  };

  static ResultPool &global();

  /// A buffer of `bytes`, aligned to a cache line; null if there is no memory.
  Loan *take(size_t bytes);
  /// Gives a buffer back.
  void give(Loan *loan);

private:
  /// What may wait at most.
  static constexpr size_t mostIdleBytes = size_t(512) << 20;

  std::mutex mutex;
  /// By their bytes. The one that came back last is still in the caches.
  std::unordered_map<size_t, std::vector<Loan *>> idle;
  size_t idleBytes = 0;
};

} // namespace neo::python

#endif // NEO_PYTHON_RESULTPOOL_H
