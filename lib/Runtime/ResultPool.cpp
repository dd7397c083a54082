//===- ResultPool.cpp - Memory of results, used again ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/ResultPool.h"

#include "Neo/Machine/CacheLine.h"
#include "Neo/Machine/Page.h"

#include <cstdlib>
#include <sys/mman.h>

namespace neo {

ResultPool &ResultPool::global() {
  // Never destroyed: arrays may outlive every static object.
  static ResultPool *pool = new ResultPool(size_t(512) << 20);
  return *pool;
}

/// New memory, in huge pages if it fills several. The end of a buffer that is
/// displaced beyond them is in a page of its own.
ResultPool::Loan *ResultPool::allocate(size_t bytes) {
  bool isLarge = bytes >= 2 * hugePageBytes;
  size_t alignment = isLarge ? hugePageBytes : cacheLineBytes;
  size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  size_t colour = isLarge ? pageBytes / 4 * (1 + colours++ % 3) : 0;
  void *block = nullptr;
  if (posix_memalign(&block, alignment, rounded + (isLarge ? pageBytes : 0)) !=
      0)
    return nullptr;
  if (isLarge)
    madvise(block, rounded, MADV_HUGEPAGE);
  return new Loan{static_cast<char *>(block) + colour, bytes, block, {}};
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
  return allocate(bytes);
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
    std::free(each->block);
    delete each;
  }
}

} // namespace neo
