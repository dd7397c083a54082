//===- AsyncCopies.cpp - cp.async and its groups --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"

#include "Block.h"
#include "Decoder.h"
#include "MemoryAccess.h"

#include <algorithm>

namespace neo::ptx {

void AsyncCopies::commit(LaneMask lanes) {
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (lanes >> lane & 1) {
      queues[lane].groups.push_back(std::move(queues[lane].open));
      queues[lane].open.clear();
    }
}

void AsyncCopies::wait(Warp &warp, LaneMask lanes, uint64_t rest) {
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    std::deque<Group> &groups = queues[lane].groups;
    for (; groups.size() > rest; groups.pop_front())
      for (const AsyncCopy &copy : groups.front())
        warp.block.shared.endCopy(warp, lane, copy);
  }
}

void AsyncCopies::waitAll(Warp &warp, LaneMask lanes) {
  commit(lanes);
  wait(warp, lanes, 0);
}

/// operand 0: to; 1: from; 2: how many bytes are read, the rest is zero.
static void copy(Warp &warp, const Instruction &i, LaneMask lanes) {
  WarpAddresses from, to;
  from.bytes = to.bytes = i.width;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    AsyncCopy copy;
    copy.bytes = i.width;
    copy.pc = warp.block.pc;
    copy.offset = uint32_t(warp.lanes(i.operand[0])[lane] + i.offset);
    uint64_t read = i.width;
    if (i.operand[2] != noSlot)
      read = uint32_t(warp.lanes(i.operand[2])[lane]);
    if (read > i.width) {
      warp.fail("reads " + std::to_string(read) + " bytes for a copy of " +
                    std::to_string(i.width),
                lane);
      return;
    }
    uint64_t source = warp.lanes(i.operand[1])[lane] + int32_t(i.target);
    if (source % i.width != 0) {
      warp.fail("copies from an address that is no multiple of " +
                    std::to_string(i.width),
                lane);
      return;
    }
    if (read != 0) {
      const uint8_t *bytes = resolve(warp, lane, Space::Global, source,
                                     unsigned(read), Access::Read);
      if (!bytes)
        return;
      std::copy_n(bytes, read, copy.data);
      from.add(lane, source);
    }
    if (!warp.block.shared.startCopy(warp, lane, copy.offset, i.width))
      return;
    to.add(lane, copy.offset);
    warp.copies.add(lane, copy);
  }
  countGlobal(warp, from);
  countShared(warp, to);
}

static void commitGroup(Warp &warp, const Instruction &, LaneMask lanes) {
  warp.copies.commit(lanes);
}

static void waitGroup(Warp &warp, const Instruction &i, LaneMask lanes) {
  warp.copies.wait(warp, lanes, i.target);
}

static void waitAll(Warp &warp, const Instruction &, LaneMask lanes) {
  warp.copies.waitAll(warp, lanes);
}

/// cp.async.ca.shared.global [to], [from], 16, bytesRead;
static Execute decodeTransfer(Decoder &d) {
  bool all = d.take("ca"), global = d.take("cg");
  bool shared = d.take("shared") || d.take("shared::cta");
  d.takeOne({"L2::64B", "L2::128B", "L2::256B"});
  if (all == global || !shared || !d.take("global"))
    return nullptr;
  d.operands(3, 4);
  d.address(1);
  Slot from = d.out.operand[0];
  int64_t fromOffset = d.out.offset;
  if (fromOffset != int32_t(fromOffset))
    d.fail("this offset has more than 32 bits");
  d.address(0);
  uint64_t bytes = d.immediate(2);
  d.out.operand[1] = from;
  d.out.target = uint32_t(fromOffset);
  if (d.countOperands() == 4)
    d.read(3, Type::U32);
  d.out.width = uint8_t(bytes);
  bool known = bytes == 16 || (all && (bytes == 4 || bytes == 8));
  if (!known)
    d.fail("it copies 4, 8 or 16 bytes, and .cg 16, not " +
           std::to_string(bytes));
  return &copy;
}

static Execute decodeCp(Decoder &d) {
  if (!d.take("async"))
    return nullptr;
  if (d.take("commit_group")) {
    d.operands(0);
    return &commitGroup;
  }
  if (d.take("wait_all")) {
    d.operands(0);
    return &waitAll;
  }
  if (d.take("wait_group")) {
    d.operands(1);
    d.out.target = uint32_t(d.immediate(0));
    return &waitGroup;
  }
  return d.has("bulk") ? nullptr : decodeTransfer(d);
}

void addAsyncCopies(OpcodeTable &table) { table["cp"] = &decodeCp; }

} // namespace neo::ptx
