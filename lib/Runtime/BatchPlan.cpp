//===- BatchPlan.cpp - one plan for every batch size ----------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/BatchPlan.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

namespace neo {

/// Adds `perItem` times `items` to `bytes`; false on overflow.
static bool grow(size_t &bytes, size_t perItem, int64_t items) {
  size_t more;
  return !__builtin_mul_overflow(perItem, size_t(items), &more) &&
         !__builtin_add_overflow(bytes, more, &bytes);
}

static bool setBuffer(BufferSpec &buffer, int64_t items) {
  if (buffer.holdsCount) {
    buffer.data.resize(sizeof items);
    std::memcpy(buffer.data.data(), &items, sizeof items);
    buffer.holdsCount = false;
  }
  size_t perItem = std::exchange(buffer.bytesPerItem, 0);
  return grow(buffer.bytes, perItem, items);
}

static bool setLaunch(Launch &launch, int64_t items) {
  for (IndexCheck &check : launch.checks)
    std::replace(check.range.shape.begin(), check.range.shape.end(),
                 IndexRange::itemsOfBatch, items);
  if (launch.itemsPerStep == 0)
    return true;
  int64_t tile = std::exchange(launch.itemsPerStep, 0);
  int64_t steps = items / tile + (items % tile != 0);
  return !__builtin_mul_overflow(launch.extent, steps, &launch.extent);
}

std::optional<LaunchPlan> planForBatch(const LaunchPlan &plan, int64_t items,
                                       std::string &error) {
  if (items < 1) {
    error = "a batch has at least 1 item, not " + std::to_string(items);
    return std::nullopt;
  }
  LaunchPlan result = plan;
  bool fits = true;
  for (BufferSpec &buffer : result.buffers)
    fits &= setBuffer(buffer, items);
  for (Launch &launch : result.launches) {
    if (launch.itemsPerStep < 0) {
      error = "a launch covers " + std::to_string(launch.itemsPerStep) +
              " items per step; it must be at least 1";
      return std::nullopt;
    }
    fits &= setLaunch(launch, items);
  }
  if (fits)
    return result;
  error = "a batch of " + std::to_string(items) +
          " items needs more than 2^63 bytes; use a smaller one";
  return std::nullopt;
}

std::shared_ptr<Executor> BatchExecutor::get(int64_t items,
                                             std::string &error) {
  std::lock_guard<ForkSafeMutex> lock(mutex);
  auto known = std::find_if(entries.begin(), entries.end(),
                            [&](const Entry &e) { return e.items == items; });
  if (known != entries.end()) {
    std::rotate(entries.begin(), known, known + 1);
    return entries.front().executor;
  }
  std::optional<LaunchPlan> plan = planForBatch(batchPlan, items, error);
  if (!plan)
    return nullptr;
  // Free old arenas before a new one is allocated.
  while (entries.size() >= mostSizes)
    entries.pop_back();
  std::shared_ptr<Executor> executor =
      Executor::create(std::move(*plan), error, pool);
  if (!executor)
    return nullptr;
  executor->setThreadLimit(threadLimit);
  entries.insert(entries.begin(), {items, executor});
  return executor;
}

} // namespace neo
