//===- FrozenPlan.cpp - A plan with its weights inside --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Module/FrozenPlan.h"

#include "Neo/Runtime/Executor.h"
#include "Neo/Runtime/Module/Checksum.h"

#include "../Lifetimes.h"

#include <algorithm>

namespace neo {

void fixInputs(LaunchPlan &plan, int first,
               const std::vector<const void *> &data) {
  for (BufferSpec &buffer : plan.buffers) {
    if (buffer.kind != BufferKind::Input || buffer.index < first)
      continue;
    const auto *bytes = static_cast<const char *>(data[buffer.index - first]);
    buffer.kind = BufferKind::Constant;
    buffer.index = 0;
    buffer.data.assign(bytes, bytes + buffer.bytes);
  }
}

/// The plan of the prepared launches alone, whose results are the kept buffers,
/// `kept`, in order.
static LaunchPlan takePrepared(const LaunchPlan &plan, std::vector<int> &kept) {
  LaunchPlan part;
  part.buffers = plan.buffers;
  part.launches.assign(plan.launches.begin(),
                       plan.launches.begin() + plan.prepared);
  for (BufferSpec &buffer : part.buffers) {
    if (buffer.kind == BufferKind::Kept) {
      buffer.kind = BufferKind::Result;
      buffer.index = kept.size();
      kept.push_back(&buffer - part.buffers.data());
    } else if (buffer.kind != BufferKind::Constant) {
      buffer.kind = BufferKind::Temporary; // No launch refers to it.
    }
  }
  return part;
}

bool foldPrepared(LaunchPlan &plan, std::string &error) {
  for (size_t i = 0; i < plan.prepared; ++i)
    for (int buffer : plan.launches[i].buffers)
      if (plan.buffers[buffer].kind == BufferKind::Input)
        return true; // Fixed, but not known yet.
  std::vector<int> kept;
  auto executor = Executor::create(takePrepared(plan, kept), error);
  if (!executor)
    return false;
  std::vector<void *> results;
  for (int buffer : kept) {
    std::vector<char> &data = plan.buffers[buffer].data;
    data.resize(plan.buffers[buffer].bytes);
    results.push_back(data.data());
  }
  if (!executor->run(nullptr, results.data(), nullptr, &error))
    return false;
  for (int buffer : kept)
    plan.buffers[buffer].kind = BufferKind::Constant;
  plan.launches.erase(plan.launches.begin(),
                      plan.launches.begin() + plan.prepared);
  for (LaunchLoop &loop : plan.loops) {
    loop.begin -= plan.prepared;
    loop.end -= plan.prepared;
  }
  plan.prepared = 0;
  return true;
}

/// A buffer comes before its slices.
static std::vector<bool> findUsed(const LaunchPlan &plan) {
  std::vector<bool> used(plan.buffers.size());
  for (const Launch &launch : plan.launches)
    for (int buffer : launch.buffers)
      used[buffer] = true;
  for (const Copy &copy : plan.copies)
    used[copy.from] = used[copy.to] = true;
  for (size_t i = plan.buffers.size(); i-- > 0;) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Input || buffer.kind == BufferKind::Result)
      used[i] = true;
    if (buffer.kind == BufferKind::Slice && used[i])
      used[buffer.slice.base] = true;
  }
  return used;
}

void dropUnused(LaunchPlan &plan) {
  std::vector<bool> used = findUsed(plan);
  std::vector<int> numbers(plan.buffers.size());
  std::vector<BufferSpec> buffers;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    numbers[i] = buffers.size();
    if (used[i])
      buffers.push_back(std::move(plan.buffers[i]));
  }
  plan.buffers = std::move(buffers);
  for (BufferSpec &buffer : plan.buffers)
    if (buffer.kind == BufferKind::Slice)
      buffer.slice.base = numbers[buffer.slice.base];
  for (Launch &launch : plan.launches)
    for (int &buffer : launch.buffers)
      buffer = numbers[buffer];
  for (Copy &copy : plan.copies)
    copy = {numbers[copy.from], numbers[copy.to]};
}

bool placeTemporaries(LaunchPlan &plan, std::string &error) {
  plan.memory = MemoryPlan::compute(temporaryLifetimes(plan), error);
  return plan.memory.has_value();
}

std::vector<StoredTensor> takeTensors(LaunchPlan &plan) {
  std::vector<StoredTensor> tensors;
  for (BufferSpec &buffer : plan.buffers) {
    if (buffer.kind != BufferKind::Constant)
      continue;
    buffer.tensor = checksumText(buffer.data.data(), buffer.data.size());
    tensors.push_back({buffer.tensor, std::move(buffer.data)});
    buffer.data.clear();
  }
  return tensors;
}

size_t lastingBytes(const LaunchPlan &plan) {
  size_t total = 0;
  for (const BufferSpec &buffer : plan.buffers) {
    if (buffer.kind != BufferKind::Constant && buffer.kind != BufferKind::Kept)
      continue;
    std::optional<size_t> bytes = alignedSize(buffer.bytes);
    if (!bytes || __builtin_add_overflow(total, *bytes, &total))
      return SIZE_MAX; // Overflow.
  }
  return total;
}

} // namespace neo
