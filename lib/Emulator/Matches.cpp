//===- Matches.cpp - match ------------------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// match.any returns, for each lane, the members with the same value; match.all
// returns all members if they have one value, else none, and a predicate that
// tells the two apart.
//
//===----------------------------------------------------------------------===//

#include "Members.h"

namespace neo::ptx {

static constexpr uint16_t allFlag = 1;

/// operand 0: value; 1: members. `target`: the predicate, plus one.
template <typename T>
static void match(Warp &warp, const Instruction &i, LaneMask lanes) {
  if (!checkMembers(warp, i.operand[1], lanes))
    return;
  const uint64_t *a = warp.lanes(i.operand[0]),
                 *members = warp.lanes(i.operand[1]);
  uint64_t results[warpSize] = {};
  LaneMask agreed = 0;
  forLanes(lanes, [&](unsigned lane) {
    LaneMask named = LaneMask(members[lane]) & lanes, same = 0;
    forLanes(named, [&](unsigned other) {
      bool isSame = fromWord<T>(a[other]) == fromWord<T>(a[lane]);
      same |= LaneMask(isSame) << other;
    });
    bool isOne = same == named;
    agreed |= LaneMask(isOne) << lane;
    results[lane] = !(i.flags & allFlag) || isOne ? same : 0;
  });
  uint64_t *d = warp.lanes(i.result);
  forLanes(lanes, [&](unsigned lane) { d[lane] = results[lane]; });
  if (i.target != 0) {
    LaneMask &p = warp.predicate(i.target - 1);
    p = (p & ~lanes) | agreed;
  }
}

static Execute decodeMatch(Decoder &d) {
  bool isAny = d.take("any"), isAll = d.take("all"),
       isSynchronous = d.take("sync");
  Type type = d.takeType();
  d.operands(3);
  bool isWide = type == Type::B64;
  if (isAny == isAll || !isSynchronous || (!isWide && type != Type::B32) ||
      d.failed())
    return nullptr;
  OperandText result = d.operand(0);
  if (!result.second.empty()) {
    if (isAny)
      return nullptr;
    OperandText predicate = result;
    predicate.name = result.second;
    d.out.target = d.predicate(predicate) + 1;
    result.second = {};
  }
  d.out.result = d.write(result, Type::U32);
  d.read(1, type);
  d.read(2, Type::B32);
  d.out.flags = isAll ? allFlag : 0;
  return isWide ? &match<uint64_t> : &match<uint32_t>;
}

void addMatches(OpcodeTable &table) { table["match"] = &decodeMatch; }

} // namespace neo::ptx
