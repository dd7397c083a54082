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

namespace {
/// What a load or store says beside its type.
struct AccessForm {
  int order = -1; ///< Of `orders`, -1: none.
  bool hasScope = false, hasCache = false, hasEviction = false,
       hasPrefetch = false, isReadOnly = false;
};
} // namespace

enum Order { Weak, Volatile, Relaxed, Acquire, Release };

/// `.relaxed.gpu`, `.ca`, `.L1::no_allocate.L2::128B`, ...
static AccessForm takeForm(Decoder &d, bool isLoad) {
  AccessForm form;
  form.order = d.takeOne({"weak", "volatile", "relaxed", "acquire", "release"});
  form.hasScope = d.takeOne({"cta", "cluster", "gpu", "sys"}) >= 0;
  form.hasCache = (isLoad ? d.takeOne({"ca", "cg", "cs", "lu", "cv"})
                          : d.takeOne({"wb", "cg", "cs", "wt"})) >= 0;
  form.hasEviction =
      d.takeOne({"L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
                 "L1::evict_last", "L1::no_allocate"}) >= 0;
  form.hasPrefetch =
      isLoad && d.takeOne({"L2::64B", "L2::128B", "L2::256B"}) >= 0;
  form.isReadOnly = isLoad && d.take("nc");
  return form;
}

/// Whether the manual has the combination.
static bool isKnown(const AccessForm &form, Space space, bool isLoad) {
  bool isOrdered = form.order >= Relaxed;
  bool isCached = space == Space::Global || space == Space::Generic;
  if (form.hasScope != isOrdered || form.order == (isLoad ? Release : Acquire))
    return false;
  if (form.hasCache && (form.order >= Volatile || form.hasEviction))
    return false;
  if (form.hasEviction && form.order == Volatile)
    return false;
  if (form.order >= Volatile && !isCached && space != Space::Shared)
    return false;
  if (form.isReadOnly && (space != Space::Global || form.order >= Weak))
    return false;
  return isCached || !(form.hasEviction || form.hasPrefetch);
}

static unsigned takeVector(Decoder &d) {
  constexpr unsigned counts[] = {2, 4, 8};
  int vector = d.takeOne({"v2", "v4", "v8"});
  return vector < 0 ? 1 : counts[vector];
}

/// Types and vectors: halves move as bits, and 32 bytes need a newer chip.
static bool isTransferable(Decoder &d, Type type, unsigned count) {
  unsigned bytes = bytesOf(type) * count;
  if (count == 8 || bytes > 16) {
    d.require(100, "an access of eight elements or 32 bytes");
    if (bytes != 32)
      return false;
  }
  return isInteger(type) || type == Type::F32 || type == Type::F64;
}

/// A kernel does not write its parameters, nor anything constants.
static bool isWritable(const Decoder &d, const OperandText &address) {
  const Symbol *symbol = d.scope.find(address.name);
  return !symbol || symbol->kind != Symbol::Parameter || !symbol->isInput;
}

template <bool isLoad> static Execute decodeTransfer(Decoder &d) {
  bool isUniform = d.name == "ldu", isConstant = d.has("const"),
       isEntry = d.has("param::entry");
  d.out.space = d.takeSpace();
  AccessForm form;
  if (!isUniform)
    form = takeForm(d, isLoad);
  unsigned count = takeVector(d);
  d.out.type = d.takeType();
  d.operands(2);
  unsigned value = isLoad ? 0 : 1, found = 0;
  if (isLoad)
    found = d.writeVector(value, d.out.type, Width::OrWider);
  else
    found = d.readVector(value, d.out.type, Width::OrWider);
  d.address(1 - value);
  if (d.failed())
    return nullptr;
  if (found != count)
    d.fail("the vector has " + std::to_string(found) + " registers, not " +
           std::to_string(count));
  d.out.width = uint8_t(bytesOf(d.out.type));
  d.out.count = uint8_t(count);
  bool isFree =
      isLoad || (!isConstant && !isEntry && isWritable(d, d.operand(0)));
  bool isGlobal = d.out.space == Space::Global || d.out.space == Space::Generic;
  if (!isFree || (isUniform && (!isGlobal || isConstant || count == 8)) ||
      !isKnown(form, isConstant ? Space::Const : d.out.space, isLoad))
    return nullptr;
  return isTransferable(d, d.out.type, count) ? &transfer<isLoad> : nullptr;
}

void addLoadsStores(OpcodeTable &table) {
  table["ld"] = &decodeTransfer<true>;
  table["ldu"] = &decodeTransfer<true>;
  table["st"] = &decodeTransfer<false>;
}

} // namespace neo::ptx
