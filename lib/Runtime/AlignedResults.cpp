//===- AlignedResults.cpp - Results where kernels want them ---------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/AlignedResults.h"

#include "Neo/Machine/CacheLine.h"

#include <cstdlib>
#include <cstring>

namespace neo {

bool AlignedResults::prepare(const LaunchPlan &plan, void *const *results) {
  constexpr size_t line = cacheLineBytes;
  addresses.clear();
  detours.clear();
  for (const BufferSpec &buffer : plan.buffers) {
    if (buffer.kind != BufferKind::Result)
      continue;
    size_t index = buffer.index;
    if (addresses.size() <= index)
      addresses.resize(index + 1, nullptr);
    void *target = addresses[index] = results[index];
    if (buffer.bytes < alignedBytes ||
        reinterpret_cast<uintptr_t>(target) % line == 0)
      continue;
    void *memory =
        std::aligned_alloc(line, (buffer.bytes + line - 1) / line * line);
    if (!memory)
      return false;
    addresses[index] = memory;
    detours.push_back({{memory, Free()}, target, buffer.bytes});
  }
  return true;
}

void AlignedResults::deliver() {
  for (const Detour &detour : detours)
    std::memcpy(detour.target, detour.memory.get(), detour.bytes);
  detours.clear();
}

} // namespace neo
