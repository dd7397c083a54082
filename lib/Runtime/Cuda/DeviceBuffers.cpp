//===- DeviceBuffers.cpp - The buffers of a plan in device memory ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DeviceBuffers.h"

#include "../Lifetimes.h"

using namespace neo;

DeviceBuffers::~DeviceBuffers() {
  std::string ignored;
  if (allocations.empty() || !driver.enter(ignored))
    return;
  for (CudaDriver::Address address : allocations)
    driver.cuMemFree_v2(address);
}

bool DeviceBuffers::allocate(size_t bytes, CudaDriver::Address &address,
                             std::string &error) {
  std::string what =
      "allocate " + std::to_string(bytes) + " bytes of device memory";
  // The driver refuses 0 bytes.
  if (!driver.check(driver.cuMemAlloc_v2(&address, bytes ? bytes : 1),
                    what.c_str(), error))
    return false;
  allocations.push_back(address);
  return true;
}

bool DeviceBuffers::placeTemporaries(const LaunchPlan &plan, bool apart,
                                     std::string &error) {
  std::optional<MemoryPlan> memory =
      MemoryPlan::compute(temporaryLifetimes(plan), error);
  CudaDriver::Address arena = 0;
  if (!memory || (!apart && !allocate(memory->peakBytes, arena, error)))
    return false;
  arenaBytes = memory->peakBytes;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    if (plan.buffers[i].kind != BufferKind::Temporary)
      continue;
    addresses[i] = arena + memory->offsets[i];
    if (apart && !allocate(plan.buffers[i].bytes, addresses[i], error))
      return false;
  }
  return true;
}

/// Uploads the data of a constant, as often as it is repeated, and waits: what
/// it is repeated in is gone afterwards.
bool DeviceBuffers::upload(const BufferSpec &constant,
                           CudaDriver::Address address,
                           CudaDriver::Handle stream, std::string &error) {
  std::vector<char> bytes;
  bytes.reserve(constant.bytes);
  for (size_t copy = 0; copy < constant.copies; ++copy)
    bytes.insert(bytes.end(), constant.data.begin(), constant.data.end());
  return driver.check(driver.cuMemcpyHtoDAsync_v2(address, bytes.data(),
                                                  bytes.size(), stream),
                      "upload a constant", error) &&
         driver.check(driver.cuStreamSynchronize(stream), "upload a constant",
                      error);
}

bool DeviceBuffers::place(const LaunchPlan &plan, CudaDriver::Handle stream,
                          bool apart, std::string &error) {
  addresses.resize(plan.buffers.size());
  if (!placeTemporaries(plan, apart, error))
    return false;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Temporary ||
        buffer.kind == BufferKind::Slice)
      continue;
    if (!allocate(buffer.bytes, addresses[i], error))
      return false;
    if (!buffer.data.empty() && !upload(buffer, addresses[i], stream, error))
      return false;
  }
  moveSlices(plan, -1, 0);
  return true;
}

/// A buffer comes before its slices, so its own address is up to date.
void DeviceBuffers::moveSlices(const LaunchPlan &plan, int loop, int64_t trip) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    bool moves = buffer.kind == BufferKind::Slice &&
                 (buffer.slice.loop < 0 ? -1 : buffer.slice.loop) == loop;
    if (moves)
      addresses[i] = addresses[buffer.slice.base] +
                     buffer.slice.position(trip) * buffer.bytes;
  }
}
