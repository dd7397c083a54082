//===- IndexCheck.cpp - indices that are known at run time only -----------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/IndexCheck.h"
#include "Neo/Runtime/ThreadPool.h"

#include <atomic>

namespace neo {

namespace {
/// What the scanning threads share.
struct Scan {
  uint64_t extent;
  std::atomic<bool> found{false};
};
} // namespace

/// A kernel (Kernel.h). As unsigned numbers, negative indices are too large.
template <typename Integer>
static void scanRange(void *const *buffers, int64_t begin, int64_t end) {
  const auto *data = static_cast<const Integer *>(buffers[0]);
  auto *scan = static_cast<Scan *>(buffers[1]);
  uint64_t extent = scan->extent;
  bool isOutside = false;
  for (int64_t i = begin; i < end; ++i)
    isOutside |= uint64_t(int64_t(data[i])) >= extent;
  if (isOutside)
    scan->found.store(true, std::memory_order_relaxed);
}

std::string IndexCheck::findProblem(const void *data, ThreadPool &pool,
                                    int threadLimit,
                                    Interruption *interruption) const {
  // What one thread scans in about ten microseconds.
  constexpr int64_t grain = int64_t(1) << 15;
  int64_t count = range.count();
  Scan scan{uint64_t(range.extent)};
  void *buffers[] = {const_cast<void *>(data), &scan};
  KernelFn kernel = isWide ? scanRange<int64_t> : scanRange<int32_t>;
  if (!pool.parallelFor(kernel, buffers, count, grain, threadLimit,
                        interruption) ||
      !scan.found.load(std::memory_order_relaxed))
    return "";
  for (int64_t i = 0; i < count; ++i) {
    int64_t index = isWide ? static_cast<const int64_t *>(data)[i]
                           : static_cast<const int32_t *>(data)[i];
    if (!range.allows(index))
      return range.describe(i, index);
  }
  return range.what + " changed while its indices were looked at: keep other "
                      "threads from writing to it";
}

} // namespace neo
