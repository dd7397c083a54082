//===- DeviceMemory.cpp - The global memory that kernels see --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Emulator/DeviceMemory.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace neo::ptx {

/// Buffer n begins at (n + 1) << gapBits, plus the driver's alignment, so that
/// it is aligned to no more than that.
static constexpr unsigned gapBits = 38;
static constexpr uint64_t driverAlignment = 256;

uint64_t DeviceMemory::allocate(size_t bytes, std::string name) {
  Buffer buffer;
  if (name.empty())
    name = "buffer " + std::to_string(buffers.size());
  buffer.name = std::move(name);
  buffer.data.assign(bytes, 0xff);
  buffer.initialised.assign(bytes, 0);
  buffers.push_back(std::move(buffer));
  return (uint64_t(buffers.size()) << gapBits) + driverAlignment;
}

const DeviceMemory::Buffer *DeviceMemory::find(uint64_t address,
                                               int64_t &offset) const {
  uint64_t rounded = address + (uint64_t(1) << (gapBits - 1));
  uint64_t number = rounded >> gapBits;
  if (number == 0 || number > buffers.size())
    return nullptr;
  offset = int64_t(address - (number << gapBits) - driverAlignment);
  return &buffers[number - 1];
}

DeviceMemory::Buffer *DeviceMemory::find(uint64_t address, int64_t &offset) {
  return const_cast<Buffer *>(std::as_const(*this).find(address, offset));
}

bool DeviceMemory::free(uint64_t address) {
  int64_t offset = 0;
  Buffer *buffer = find(address, offset);
  if (!buffer || !buffer->alive || offset != 0)
    return false;
  buffer->alive = false;
  std::vector<uint8_t>().swap(buffer->data);
  std::vector<uint8_t>().swap(buffer->initialised);
  return true;
}

bool DeviceMemory::isInside(uint64_t address, size_t bytes) const {
  int64_t offset = 0;
  const Buffer *buffer = find(address, offset);
  return buffer && buffer->alive && offset >= 0 &&
         uint64_t(offset) <= buffer->data.size() &&
         buffer->data.size() - uint64_t(offset) >= bytes;
}

bool DeviceMemory::write(uint64_t address, const void *source, size_t bytes) {
  if (!isInside(address, bytes))
    return false;
  int64_t offset = 0;
  Buffer *buffer = find(address, offset);
  if (bytes != 0) {
    std::memcpy(&buffer->data[offset], source, bytes);
    std::memset(&buffer->initialised[offset], 1, bytes);
  }
  return true;
}

bool DeviceMemory::read(uint64_t address, void *destination,
                        size_t bytes) const {
  if (!isInside(address, bytes))
    return false;
  int64_t offset = 0;
  const Buffer *buffer = find(address, offset);
  if (bytes != 0)
    std::memcpy(destination, &buffer->data[offset], bytes);
  return true;
}

size_t DeviceMemory::countInitialised(uint64_t address, size_t bytes) const {
  if (!isInside(address, bytes))
    return 0;
  int64_t offset = 0;
  const Buffer *buffer = find(address, offset);
  auto first = buffer->initialised.begin() + offset;
  return size_t(std::count(first, first + int64_t(bytes), 1));
}

size_t DeviceMemory::countLiving() const {
  return size_t(std::count_if(buffers.begin(), buffers.end(),
                              [](const Buffer &b) { return b.alive; }));
}

} // namespace neo::ptx
