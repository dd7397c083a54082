//===- ResultPool.cpp - Memory of results, used again ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ResultPool.h"

#include <cstdlib>
#include <sys/mman.h>

namespace neo::python {

ResultPool &ResultPool::global() {
  // Never destroyed: arrays may outlive every static object.
  static ResultPool *pool = new ResultPool();
  return *pool;
}

/// Fresh memory; what holds several huge pages is aligned to them.
static void *allocate(size_t bytes) {
  constexpr size_t hugePage = size_t(2) << 20;
  size_t alignment = bytes >= 2 * hugePage ? hugePage : 64;
  size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void *buffer = std::aligned_alloc(alignment, rounded);
  if (buffer && alignment == hugePage)
    madvise(buffer, rounded, MADV_HUGEPAGE);
  return buffer;
}

ResultPool::Loan *ResultPool::take(size_t bytes) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = idle.find(bytes);
    if (found != idle.end() && !found->second.empty()) {
      Loan *loan = found->second.back();
      found->second.pop_back();
      idleBytes -= bytes;
      return loan;
    }
  }
  void *buffer = allocate(bytes);
  return buffer ? new Loan{buffer, bytes} : nullptr;
}

void ResultPool::give(Loan *loan) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (idleBytes + loan->bytes <= mostIdleBytes) {
      idle[loan->bytes].push_back(loan);
      idleBytes += loan->bytes;
      return;
    }
  }
  std::free(loan->buffer);
  delete loan;
}

} // namespace neo::python
