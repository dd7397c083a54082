//===- SharedMemory.cpp - A block's shared memory and its checks ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "Block.h"
#include "Messages.h"

#include <algorithm>

namespace neo::ptx {

SharedMemory::SharedMemory(uint32_t bytes, const Options &options,
                           const Clocks &clocks)
    : options(options), data(bytes, 0xff), initialised(bytes), pending(bytes),
      races(clocks, options.checkRaces ? bytes : 0) {}

static const char *verb(Access kind) {
  return kind == Access::Read    ? "reads "
         : kind == Access::Write ? "writes "
                                 : "changes ";
}

static std::string range(uint64_t offset, unsigned bytes) {
  return std::to_string(bytes) + " bytes at shared address " +
         std::to_string(offset);
}

bool SharedMemory::checkBounds(Warp &warp, unsigned lane, uint64_t offset,
                               unsigned bytes, const char *does) {
  if (offset > data.size() || data.size() - offset < bytes) {
    warp.fail(does + range(offset, bytes) + ", of which the block has " +
                  std::to_string(data.size()) + " bytes",
              lane);
    return false;
  }
  if (offset % bytes != 0) {
    warp.fail(does + range(offset, bytes) + ", which is no multiple of " +
                  std::to_string(bytes),
              lane);
    return false;
  }
  return true;
}

bool SharedMemory::checkCopies(Warp &warp, unsigned lane, uint32_t offset,
                               unsigned bytes, const char *does) {
  if (pendingBytes == 0)
    return true;
  for (uint32_t byte = offset; byte < offset + bytes; ++byte)
    if (const Pending &copy = pending[byte]; copy.pc != 0) {
      const Program &program = warp.block.launch.program;
      uint32_t line = program.code[copy.pc - 1].line;
      warp.fail(does + range(offset, bytes) + ", where the cp.async of " +
                    printThread(warp.block, copy.thread) + " at line " +
                    std::to_string(line) +
                    " still copies: that thread has not waited for its group",
                lane);
      return false;
    }
  return true;
}

bool SharedMemory::checkRaces(Warp &warp, unsigned lane, uint32_t offset,
                              unsigned bytes, Access kind) {
  if (!options.checkRaces)
    return true;
  auto conflict =
      races.access(warp.thread(lane), offset, bytes, kind, warp.block.pc);
  if (!conflict)
    return true;
  const Instruction &other = warp.block.launch.program.code[conflict->pc];
  bool wrote = conflict->kind[2] == 'W';
  std::string how = conflict->pc == warp.block.pc ? " in the same line" : "";
  warp.fail(verb(kind) + range(offset, bytes) + ", and " +
                printThread(warp.block, conflict->thread) +
                (wrote ? " wrote byte " : " read byte ") +
                std::to_string(conflict->byte) + " at line " +
                std::to_string(other.line) + how +
                " with no barrier between them (" + conflict->kind + " race)",
            lane);
  return false;
}

uint8_t *SharedMemory::access(Warp &warp, unsigned lane, uint64_t offset,
                              unsigned bytes, Access kind) {
  if (!checkBounds(warp, lane, offset, bytes, verb(kind)) ||
      !checkCopies(warp, lane, uint32_t(offset), bytes, verb(kind)) ||
      !checkRaces(warp, lane, uint32_t(offset), bytes, kind))
    return nullptr;
  if (kind == Access::Write) {
    std::fill_n(&initialised[offset], bytes, 1);
  } else if (options.checkUninitialised) {
    for (unsigned i = 0; i < bytes; ++i)
      if (!initialised[offset + i]) {
        warp.fail(verb(kind) + range(offset, bytes) + ", of which byte " +
                      std::to_string(offset + i) + " was never written",
                  lane);
        return nullptr;
      }
  }
  return &data[offset];
}

bool SharedMemory::startCopy(Warp &warp, unsigned lane, uint64_t offset,
                             unsigned bytes) {
  const char *does = "copies to ";
  if (!checkBounds(warp, lane, offset, bytes, does) ||
      !checkCopies(warp, lane, uint32_t(offset), bytes, does) ||
      !checkRaces(warp, lane, uint32_t(offset), bytes, Access::Write))
    return false;
  for (unsigned i = 0; i < bytes; ++i)
    pending[offset + i] = {warp.block.pc + 1, warp.thread(lane)};
  pendingBytes += bytes;
  return true;
}

void SharedMemory::endCopy(const Warp &warp, unsigned lane,
                           const AsyncCopy &copy) {
  std::copy_n(copy.data, copy.bytes, &data[copy.offset]);
  std::fill_n(&initialised[copy.offset], copy.bytes, 1);
  std::fill_n(&pending[copy.offset], copy.bytes, Pending());
  pendingBytes -= copy.bytes;
  // A write by this thread, now: another thread needs a barrier to read it.
  if (options.checkRaces)
    races.access(warp.thread(lane), copy.offset, copy.bytes, Access::Write,
                 copy.pc);
}

} // namespace neo::ptx
