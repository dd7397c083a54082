//===- LoadsStores.cpp - ld, ldu, st --------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A vector access is one access of all its bytes, also for its alignment. Cache
// hints change no value and are ignored.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "MemoryAccess.h"

namespace neo::ptx {

static int64_t extend(uint64_t value, unsigned bytes) {
  unsigned shift = 64 - 8 * bytes;
  return int64_t(value << shift) >> shift;
}

template <bool isLoad>
static void transfer(Warp &warp, const Instruction &i, LaneMask lanes) {
  WarpAddresses addresses;
  addresses.bytes = unsigned(i.width) * i.count;
  const uint64_t *base = warp.lanes(i.operand[0]);
  for (; lanes != 0; lanes &= lanes - 1) {
    unsigned lane = unsigned(__builtin_ctz(lanes));
    uint64_t address = base[lane] + uint64_t(i.offset);
    uint8_t *bytes = resolve(warp, lane, i.space, address, addresses.bytes,
                             isLoad ? Access::Read : Access::Write);
    if (!bytes)
      return;
    addresses.add(lane, address);
    for (unsigned part = 0; part < i.count; ++part, bytes += i.width) {
      uint64_t &word = warp.lanes(i.list[part])[lane];
      if (!isLoad) {
        std::memcpy(bytes, &word, i.width);
        continue;
      }
      uint64_t value = 0;
      std::memcpy(&value, bytes, i.width);
      word = isSigned(i.type) ? uint64_t(extend(value, i.width)) : value;
    }
  }
  countAccess(warp, i.space, addresses);
}

/// `.relaxed.gpu`, `.ca`, `.L1::no_allocate.L2::128B`, ...
static void takeHints(Decoder &d) {
  d.takeOne({"weak", "relaxed", "acquire", "release", "volatile", "mmio"});
  d.takeOne({"cta", "cluster", "gpu", "sys"});
  d.takeOne({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
  d.takeOne({"L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
             "L1::evict_last", "L1::no_allocate"});
  d.takeOne({"L2::evict_normal", "L2::evict_first", "L2::evict_last"});
  d.takeOne({"L2::64B", "L2::128B", "L2::256B"});
  d.take("nc");
}

static unsigned takeVector(Decoder &d) {
  constexpr unsigned counts[] = {2, 4, 8};
  int vector = d.takeOne({"v2", "v4", "v8"});
  return vector < 0 ? 1 : counts[vector];
}

template <bool isLoad> static Execute decodeTransfer(Decoder &d) {
  d.out.space = d.takeSpace();
  takeHints(d);
  unsigned count = takeVector(d);
  d.out.type = d.takeType();
  d.operands(2);
  unsigned value = isLoad ? 0 : 1, found = 0;
  if (isLoad)
    found = d.writeVector(value, d.out.type, Width::OrWider);
  else
    found = d.readVector(value, d.out.type, Width::OrWider);
  d.address(1 - value);
  if (!d.failed() && found != count)
    d.fail("the vector has " + std::to_string(found) + " registers, not " +
           std::to_string(count));
  d.out.width = uint8_t(bytesOf(d.out.type));
  d.out.count = uint8_t(count);
  if (d.out.type == Type::Pred || d.out.width * count > 32)
    return nullptr;
  return &transfer<isLoad>;
}

void addLoadsStores(OpcodeTable &table) {
  table["ld"] = &decodeTransfer<true>;
  table["ldu"] = &decodeTransfer<true>;
  table["st"] = &decodeTransfer<false>;
}

} // namespace neo::ptx
