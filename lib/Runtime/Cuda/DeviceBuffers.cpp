//===- DeviceBuffers.cpp - The buffers of a plan in device memory ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DeviceBuffers.h"

#include "../Lifetimes.h"

using namespace neo;

bool DeviceBuffers::allocate(size_t bytes, CudaDriver::Address &address,
                             std::string &error) {
  // Empty buffers have distinct addresses too.
  std::shared_ptr<DeviceBlock> block =
      device->allocate(bytes ? bytes : 1, error);
  if (!block)
    return false;
  address = block->address;
  blocks.push_back(std::move(block));
  return true;
}

bool DeviceBuffers::placeTemporaries(std::string &error) {
  std::optional<MemoryPlan> memory =
      MemoryPlan::compute(temporaryLifetimes(plan), error);
  CudaDriver::Address arena = 0;
  if (!memory ||
      (!device->isChecked && !allocate(memory->peakBytes, arena, error)))
    return false;
  arenaBytes = memory->peakBytes;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    if (plan.buffers[i].kind != BufferKind::Temporary)
      continue;
    addresses[i] = arena + memory->offsets[i];
    if (device->isChecked &&
        !allocate(plan.buffers[i].bytes, addresses[i], error))
      return false;
  }
  return true;
}

/// Uploads the data of a constant, as often as it is repeated.
bool DeviceBuffers::upload(const BufferSpec &constant,
                           CudaDriver::Address address, std::string &error) {
  std::vector<char> bytes;
  bytes.reserve(constant.bytes);
  for (size_t copy = 0; copy < constant.copies; ++copy)
    bytes.insert(bytes.end(), constant.data.begin(), constant.data.end());
  return device->upload(address, bytes.data(), bytes.size(), error);
}

bool DeviceBuffers::place(std::string &error) {
  if (!placeTemporaries(error))
    return false;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind != BufferKind::Constant && buffer.kind != BufferKind::Kept)
      continue;
    if (!allocate(buffer.bytes, addresses[i], error) ||
        (!buffer.data.empty() && !upload(buffer, addresses[i], error)))
      return false;
  }
  return true;
}

bool DeviceBuffers::goHome(size_t buffer, std::string &error) {
  if (!homes[buffer] &&
      !allocate(plan.buffers[buffer].bytes, homes[buffer], error))
    return false;
  bind(buffer, homes[buffer]);
  return true;
}

/// A buffer comes before its slices, so its own address is up to date.
void DeviceBuffers::moveSlices(int loop, int64_t trip) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    bool moves = buffer.kind == BufferKind::Slice &&
                 (buffer.slice.loop < 0 ? -1 : buffer.slice.loop) == loop;
    if (moves)
      addresses[i] = addresses[buffer.slice.base] +
                     buffer.slice.position(trip) * buffer.bytes;
  }
}
