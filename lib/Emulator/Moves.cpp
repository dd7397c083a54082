//===- Moves.cpp - mov, cvta, selp, isspacep, and hints -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Lanes.h"
#include "MemoryAccess.h"
#include "SpecialRegisters.h"

namespace neo::ptx {

static void move(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  forLanes(lanes, [&](unsigned l) { d[l] = a[l]; });
}

static void movePredicate(Warp &warp, const Instruction &i, LaneMask lanes) {
  LaneMask value = warp.predicate(i.operand[0]);
  LaneMask &d = warp.predicate(i.result);
  d = (d & ~lanes) | (value & lanes);
}

static void setPredicate(Warp &warp, const Instruction &i, LaneMask lanes) {
  LaneMask &d = warp.predicate(i.result);
  d = i.flags != 0 ? d | lanes : d & ~lanes;
}

/// mov.b32 d, {a, b}; the parts in `list`, of `width` bits.
static void pack(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  uint64_t mask = (uint64_t(1) << i.width) - 1;
  forLanes(lanes, [&](unsigned l) {
    uint64_t whole = 0;
    for (size_t part = 0; part < i.list.size(); ++part)
      whole |= (warp.lanes(i.list[part])[l] & mask) << (part * i.width);
    d[l] = whole;
  });
}

static void unpack(Warp &warp, const Instruction &i, LaneMask lanes) {
  const uint64_t *a = warp.lanes(i.operand[0]);
  uint64_t mask = (uint64_t(1) << i.width) - 1;
  forLanes(lanes, [&](unsigned l) {
    uint64_t whole = a[l];
    for (size_t part = 0; part < i.list.size(); ++part)
      warp.lanes(i.list[part])[l] = whole >> (part * i.width) & mask;
  });
}

static void readClock(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  uint64_t now = 0;
  for (const Warp &other : warp.block.warps)
    now += other.issued;
  forLanes(lanes, [&](unsigned l) { d[l] = now >> i.flags; });
}

static Type partType(unsigned bits) {
  return bits == 8 ? Type::B8 : bits == 16 ? Type::B16 : Type::B32;
}

static Execute decodeVectorMove(Decoder &d, Type type) {
  bool packs = d.operand(1).kind == OperandText::Vector;
  unsigned parts = d.operand(packs ? 1 : 0).elements.size();
  d.out.width = uint8_t(bitsOf(type) / (parts == 0 ? 1 : parts));
  if (!isBits(type) || (parts != 2 && parts != 4) || d.out.width < 8)
    return nullptr;
  Type part = partType(d.out.width);
  if (packs) {
    d.write(0, type);
    d.readVector(1, part);
    return &pack;
  }
  d.writeVector(0, part);
  d.read(1, type);
  return &unpack;
}

static Execute decodePredicateMove(Decoder &d) {
  d.out.result = d.predicate(d.operand(0));
  if (d.operand(1).kind == OperandText::Integer) {
    d.out.flags = d.operand(1).bits != 0;
    return &setPredicate;
  }
  d.readPredicate(1);
  return d.out.flags != 0 ? nullptr : &movePredicate;
}

static Execute decodeMove(Decoder &d) {
  Type type = d.takeType();
  d.operands(2);
  if (d.failed())
    return nullptr;
  if (type == Type::Pred)
    return decodePredicateMove(d);
  if (d.operand(0).kind == OperandText::Vector ||
      d.operand(1).kind == OperandText::Vector)
    return decodeVectorMove(d, type);
  if (!isMovable(type))
    return nullptr;
  d.write(0, type);
  if (isClock(d.operand(1).name)) {
    if (isFloat(type) || bitsOf(type) != bitsOfClock(d.operand(1).name))
      return nullptr;
    d.out.flags = d.operand(1).name == "%clock_hi" ? 32 : 0;
    return &readClock;
  }
  d.read(1, type);
  return &move;
}

static void select(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]);
  LaneMask chosen = warp.predicate(i.operand[2]);
  forLanes(lanes, [&](unsigned l) { d[l] = chosen >> l & 1 ? a[l] : b[l]; });
}

static Execute decodeSelect(Decoder &d) {
  Type type = d.takeType();
  d.operands(4);
  d.write(0, type);
  d.read(1, type);
  d.read(2, type);
  d.readPredicate(3);
  return d.out.flags != 0 || !isMovable(type) ? nullptr : &select;
}

static void addWindow(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  uint64_t window = windowOf(i.space);
  forLanes(lanes, [&](unsigned l) { d[l] = a[l] + window; });
}

static void takeWindow(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  uint64_t window = windowOf(i.space);
  forLanes(lanes, [&](unsigned l) { d[l] = a[l] - window; });
}

/// cvta.shared.u64 makes a generic address, cvta.to.shared.u64 takes one.
static Execute decodeConvertAddress(Decoder &d) {
  bool to = d.take("to"), isConstant = d.has("const");
  d.out.space = d.takeSpace();
  if (d.takeType() != Type::U64 ||
      (d.out.space == Space::Generic && !isConstant))
    return nullptr;
  d.operands(2);
  d.write(0, Type::U64);
  d.read(1, Type::U64);
  return to ? &takeWindow : &addWindow;
}

static void isInSpace(Warp &warp, const Instruction &i, LaneMask lanes) {
  const uint64_t *a = warp.lanes(i.operand[0]);
  LaneMask inside = 0;
  forLanes(lanes, [&](unsigned l) {
    inside |= LaneMask(spaceOf(a[l]) == i.space) << l;
  });
  LaneMask &d = warp.predicate(i.result);
  d = (d & ~lanes) | inside;
}

static Execute decodeIsInSpace(Decoder &d) {
  d.out.space = d.takeSpace();
  d.operands(2);
  if (d.failed() || d.out.space == Space::Generic)
    return nullptr;
  d.out.result = d.predicate(d.operand(0));
  d.read(1, Type::U64);
  return &isInSpace;
}

static void nothing(Warp &, const Instruction &, LaneMask) {}

/// Instructions without effect here: fences order what the emulator executes in
/// order anyway.
static Execute decodeFence(Decoder &d) {
  d.takeOne({"sc", "acq_rel", "acquire", "release"});
  if (d.has("cluster"))
    d.require(90, "a cluster");
  d.operands(0);
  return d.takeOne({"cta", "gpu", "sys", "cluster"}) < 0 ? nullptr : &nothing;
}

static Execute decodeMemoryBarrier(Decoder &d) {
  d.operands(0);
  return d.takeOne({"cta", "gl", "sys"}) < 0 ? nullptr : &nothing;
}

static Execute decodePrefetch(Decoder &d) {
  d.out.space = d.takeSpace();
  bool isKnown = d.takeOne({"L1", "L2"}) >= 0 ||
                 (d.out.space == Space::Global &&
                  d.takeOne({"L2::evict_last", "L2::evict_normal"}) >= 0);
  d.operands(1);
  d.address(0);
  bool isCached = d.out.space != Space::Shared && d.out.space != Space::Param;
  return isKnown && isCached ? &nothing : nullptr;
}

static Execute decodeSleep(Decoder &d) {
  bool isKnown = d.takeType() == Type::U32;
  d.operands(1);
  d.out.operand[0] = d.countOperands() ? d.read(d.operand(0), Type::U32) : 0;
  return isKnown ? &nothing : nullptr;
}

void addMoves(OpcodeTable &table) {
  table["mov"] = &decodeMove;
  table["selp"] = &decodeSelect;
  table["cvta"] = &decodeConvertAddress;
  table["isspacep"] = &decodeIsInSpace;
  table["membar"] = &decodeMemoryBarrier;
  table["fence"] = &decodeFence;
  table["prefetch"] = &decodePrefetch;
  table["nanosleep"] = &decodeSleep;
}

} // namespace neo::ptx
