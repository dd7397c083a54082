//===- BarrierInstructions.cpp - bar, barrier -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// bar.sync a{, b} is barrier.sync.aligned. bar.red also reduces a
// predicate: the conjunction, disjunction or count over all threads.
// bar.warp.sync orders the lanes of a warp.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Lanes.h"
#include "Messages.h"

namespace neo::ptx {

/// The flags: the vote, whether it waits, whether its predicate is negated.
static constexpr uint16_t voteMask = 3, waitsFlag = 4;
static constexpr unsigned negation = 3;

/// Barrier's number and threads are operands 0 and 1, the same in all lanes.
static void arrive(Warp &warp, const Instruction &i, LaneMask lanes) {
  unsigned lane = unsigned(__builtin_ctz(lanes));
  Barriers::Arrival arrival;
  arrival.barrier = uint32_t(warp.lanes(i.operand[0])[lane]);
  if (i.operand[1] != noSlot)
    arrival.expected = uint32_t(warp.lanes(i.operand[1])[lane]);
  arrival.waits = i.flags & waitsFlag;
  arrival.vote = Barriers::Vote(i.flags & voteMask);
  arrival.lanes = lanes;
  arrival.result = i.result;
  if (arrival.vote != Barriers::Vote::None) {
    LaneMask ballot = warp.predicate(i.operand[2]);
    arrival.ballot = (i.flags >> negation & 1 ? ~ballot : ballot) & lanes;
  }
  warp.block.barriers.arrive(warp, arrival);
}

static void syncWarp(Warp &warp, const Instruction &i, LaneMask lanes) {
  unsigned lane = unsigned(__builtin_ctz(lanes));
  LaneMask named = LaneMask(warp.lanes(i.operand[0])[lane]);
  if (LaneMask missing = named & warp.stack.liveLanes() & ~lanes;
      missing != 0) {
    warp.fail("waits for lanes " + printHex(missing) +
                  ", which are elsewhere: divergent lanes at a bar.warp.sync",
              warpSize);
    return;
  }
  warp.block.clocks.joinLanes(warp.number, lanes & named);
}

static Execute decodeVote(Decoder &d) {
  int vote = d.takeOne({"and", "or", "popc"});
  Type type = d.takeType();
  if (vote < 0 || type != (vote == 2 ? Type::U32 : Type::Pred))
    return nullptr;
  d.operands(3, 4);
  if (d.failed())
    return nullptr;
  d.out.flags |= waitsFlag | uint16_t(vote + 1);
  d.out.result =
      vote == 2 ? d.write(d.operand(0), Type::U32) : d.predicate(d.operand(0));
  d.out.operand[0] = d.read(d.operand(1), Type::U32);
  unsigned last = d.countOperands() - 1;
  if (last == 3)
    d.out.operand[1] = d.read(d.operand(2), Type::U32);
  d.out.operand[2] = d.sourcePredicate(d.operand(last));
  if (d.operand(last).negated)
    d.out.flags |= uint16_t(1) << negation;
  return &arrive;
}

static Execute decodeBarrier(Decoder &d) {
  bool isShort = d.name == "bar"; // bar is barrier with .aligned.
  if (isShort && d.take("warp")) {
    if (!d.take("sync"))
      return nullptr;
    d.operands(1);
    if (!d.failed())
      d.out.operand[0] = d.read(d.operand(0), Type::U32);
    return &syncWarp;
  }
  d.take("cta");
  if (!isShort)
    d.take("aligned");
  if (d.take("red"))
    return decodeVote(d);
  bool waits = d.take("sync"), arrives = d.take("arrive");
  if (waits == arrives)
    return nullptr;
  d.operands(arrives ? 2 : 1, 2);
  d.out.flags = waits ? waitsFlag : 0;
  for (unsigned i = 0; i < d.countOperands() && !d.failed(); ++i)
    d.out.operand[i] = d.read(d.operand(i), Type::U32);
  return &arrive;
}

void addBarriers(OpcodeTable &table) {
  table["bar"] = &decodeBarrier;
  table["barrier"] = &decodeBarrier;
}

} // namespace neo::ptx
