//===- BatchPlan.h - one plan for every batch size --------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Some buffers and ranges of a plan grow with the number of items in a batch:
//
//     buffers   x: 32 bytes per item    count: holds the number of items
//     launch    exp(x, y, count), 1 step for every 8 items
//
// planForBatch() instantiates it for one number of items: an ordinary plan,
// checked and executed as any other. So validation and Executor need not know
// of batches, and a program without one has no overhead:
//
//     BatchExecutor program(std::move(plan));
//     std::shared_ptr<Executor> executor = program.get(64, error);
//     executor->run(inputs, results);
//
// Making an executor takes some microseconds and an arena of its own. The last
// few sizes are kept, so that training may alternate between full batches and
// the rest at the end of an epoch.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_BATCHPLAN_H
#define NEO_RUNTIME_BATCHPLAN_H

#include "Neo/Runtime/Executor.h"
#include "Neo/Runtime/ForkSafeMutex.h"

#include <optional>

namespace neo {

/// `plan` for a batch of `items`, at least 1; nothing, and a message in
/// `error`, if there is no such plan.
std::optional<LaunchPlan> planForBatch(const LaunchPlan &plan, int64_t items,
                                       std::string &error);

class BatchExecutor {
public:
  /// The number of sizes that are kept.
  static constexpr size_t mostSizes = 4;

  /// `pool` must outlive the executors.
  explicit BatchExecutor(LaunchPlan plan,
                         ThreadPool &pool = ThreadPool::global())
      : batchPlan(std::move(plan)), pool(pool) {}

  /// The executor for `items`; null, and a message in `error`, if there is
  /// none. It stays valid while the caller holds it.
  std::shared_ptr<Executor> get(int64_t items, std::string &error);

  /// Applies to executors made from now on.
  void setThreadLimit(int threads) { threadLimit = threads; }

  /// The plan for any size. Valid as long as this object lives.
  const LaunchPlan &plan() const { return batchPlan; }

private:
  struct Entry {
    int64_t items;
    std::shared_ptr<Executor> executor;
  };

  LaunchPlan batchPlan;
  ThreadPool &pool;
  int threadLimit = 0;
  ForkSafeMutex mutex;
  /// Most recently used first.
  std::vector<Entry> entries;
};

} // namespace neo

#endif // NEO_RUNTIME_BATCHPLAN_H
