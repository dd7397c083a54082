//===- ResultPool.cpp - Memory of results, used again ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/ResultPool.h"

#include <cstdlib>
#include <sys/mman.h>

namespace neo {

ResultPool &ResultPool::global() {
  // Never destroyed: arrays may outlive every static object.
  static ResultPool *pool = new ResultPool(size_t(512) << 20);
  return *pool;
}

/// New memory, aligned to huge pages if it holds several.
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
      turns.erase(loan->turn);
      idleBytes -= bytes;
      return loan;
    }
  }
  void *buffer = allocate(bytes);
  return buffer ? new Loan{buffer, bytes, {}} : nullptr;
}

std::list<ResultPool::Loan *> ResultPool::removeOldest() {
  std::list<Loan *> removed;
  while (idleBytes > mostIdleBytes) {
    Loan *oldest = turns.front();
    removed.splice(removed.end(), turns, turns.begin());
    auto same = idle.find(oldest->bytes);
    same->second.pop_front();
    if (same->second.empty())
      idle.erase(same);
    idleBytes -= oldest->bytes;
  }
  return removed;
}

void ResultPool::give(Loan *loan) {
  std::list<Loan *> removed;
  if (loan->bytes > mostIdleBytes) {
    removed.push_back(loan);
  } else {
    std::lock_guard<std::mutex> lock(mutex);
    loan->turn = turns.insert(turns.end(), loan);
    idle[loan->bytes].push_back(loan);
    idleBytes += loan->bytes;
    removed = removeOldest();
  }
  for (Loan *each : removed) {
    std::free(each->buffer);
    delete each;
  }
}

} // namespace neo
