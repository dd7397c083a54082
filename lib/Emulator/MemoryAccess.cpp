//===- MemoryAccess.cpp - From an address to its bytes, checked -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

#include "Block.h"
#include "Messages.h"

#include <algorithm>

namespace neo::ptx {

uint64_t windowOf(Space space) {
  switch (space) {
  case Space::Shared:
    return sharedWindow;
  case Space::Local:
    return localWindow;
  case Space::Param:
    return paramWindow;
  default:
    return 0;
  }
}

Space spaceOf(uint64_t address) {
  if (address >= paramWindow)
    return Space::Param;
  if (address >= localWindow)
    return Space::Local;
  return address >= sharedWindow ? Space::Shared : Space::Global;
}

static std::string verb(Access kind, unsigned bytes) {
  return (kind == Access::Read    ? "reads "
          : kind == Access::Write ? "writes "
                                  : "changes ") +
         std::to_string(bytes) + " bytes at ";
}

static uint8_t *complain(Warp &warp, unsigned lane,
                         const std::string &message) {
  warp.fail(message, lane);
  return nullptr;
}

/// Reads need initialised bytes; writes initialise them.
static bool touch(Warp &warp, unsigned lane, uint8_t *shadow, unsigned bytes,
                  Access kind, const std::string &where) {
  if (kind == Access::Write) {
    std::fill_n(shadow, bytes, 1);
    return true;
  }
  if (!warp.block.launch.options.checkUninitialised)
    return true;
  for (unsigned i = 0; i < bytes; ++i)
    if (!shadow[i]) {
      complain(warp, lane,
               verb(kind, bytes) + where + ", of which byte " +
                   std::to_string(i) + " was never written");
      return false;
    }
  return true;
}

static uint8_t *resolveGlobal(Warp &warp, unsigned lane, uint64_t address,
                              unsigned bytes, Access kind) {
  int64_t offset = 0;
  DeviceMemory::Buffer *buffer = warp.block.launch.memory.find(address, offset);
  if (!buffer || !buffer->alive)
    return complain(
        warp, lane,
        verb(kind, bytes) + "address " + printHex(address) +
            (buffer ? " of '" + buffer->name + "', which has been freed"
                    : ", where no buffer is"));
  auto where = [&] {
    return "offset " + std::to_string(offset) + " of '" + buffer->name + "'";
  };
  if (offset < 0 || uint64_t(offset) + bytes > buffer->data.size())
    return complain(warp, lane,
                    verb(kind, bytes) + where() + ", which has " +
                        std::to_string(buffer->data.size()) + " bytes");
  if ((bytes & (bytes - 1)) == 0 && address % bytes != 0)
    return complain(warp, lane,
                    verb(kind, bytes) + where() + ", which is no multiple of " +
                        std::to_string(bytes));
  if (buffer->readOnly && kind != Access::Read)
    return complain(warp, lane,
                    verb(kind, bytes) + where() + ", which is constant");
  uint8_t *shadow = &buffer->initialised[offset];
  bool isWhole = kind == Access::Read &&
                 std::all_of(shadow, shadow + bytes,
                             [](uint8_t byte) { return byte != 0; });
  if (!isWhole && !touch(warp, lane, shadow, bytes, kind, where()))
    return nullptr;
  return &buffer->data[offset];
}

static uint8_t *resolveLocal(Warp &warp, unsigned lane, uint64_t offset,
                             unsigned bytes, Access kind) {
  Warp::LocalMemory &memory = warp.local(lane);
  std::string where = "local address " + std::to_string(offset);
  if (offset + bytes > memory.data.size() || offset + bytes < offset)
    return complain(warp, lane,
                    verb(kind, bytes) + where + ", of which the thread has " +
                        std::to_string(memory.data.size()) + " bytes");
  if (offset % bytes != 0)
    return complain(warp, lane,
                    verb(kind, bytes) + where + ", which is no multiple of " +
                        std::to_string(bytes));
  if (!touch(warp, lane, &memory.initialised[offset], bytes, kind, where))
    return nullptr;
  return &memory.data[offset];
}

static uint8_t *resolveParam(Warp &warp, unsigned lane, uint64_t offset,
                             unsigned bytes, Access kind) {
  uint32_t size = warp.function().paramBytes;
  if (offset + bytes > size || offset + bytes < offset || offset % bytes != 0)
    return complain(warp, lane,
                    verb(kind, bytes) + "parameter address " +
                        std::to_string(offset) + ", of which '" +
                        warp.function().name + "' has " + std::to_string(size) +
                        " bytes, or which is no "
                        "multiple of the size");
  return warp.param(lane, offset);
}

uint8_t *resolve(Warp &warp, unsigned lane, Space space, uint64_t address,
                 unsigned bytes, Access kind) {
  if (space == Space::Generic) {
    space = spaceOf(address);
    address -= windowOf(space);
  }
  switch (space) {
  case Space::Shared:
    return warp.block.shared.access(warp, lane, address, bytes, kind);
  case Space::Local:
    return resolveLocal(warp, lane, address, bytes, kind);
  case Space::Param:
    return resolveParam(warp, lane, address, bytes, kind);
  default:
    return resolveGlobal(warp, lane, address, bytes, kind);
  }
}

void countAccess(Warp &warp, Space space, const WarpAddresses &addresses) {
  if (space == Space::Global)
    countGlobal(warp, addresses);
  else if (space == Space::Shared)
    countShared(warp, addresses);
  if (space != Space::Generic)
    return;
  WarpAddresses global, shared;
  global.bytes = shared.bytes = addresses.bytes;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (addresses.lanes >> lane & 1) {
      uint64_t address = addresses.address[lane];
      if (spaceOf(address) == Space::Global)
        global.add(lane, address);
      else if (spaceOf(address) == Space::Shared)
        shared.add(lane, address - sharedWindow);
    }
  countGlobal(warp, global);
  countShared(warp, shared);
}

} // namespace neo::ptx
