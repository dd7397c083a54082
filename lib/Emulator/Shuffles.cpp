//===- Shuffles.cpp - shfl, vote, activemask, redux -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Exchange among the lanes of a warp: shuffles, votes, reductions. The member
// mask names the lanes that take part; it is an error if one of these has
// diverged, or if an executing lane is not in the mask.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "Members.h"
#include "Messages.h"

namespace neo::ptx {

bool checkMembers(Warp &warp, Slot members, LaneMask lanes) {
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    LaneMask named = LaneMask(warp.lanes(members)[lane]);
    if (!(named >> lane & 1)) {
      warp.fail("executes it, but is not in the mask " + printHex(named), lane);
      return false;
    }
    if (LaneMask away = named & warp.stack.liveLanes() & ~lanes; away != 0) {
      warp.fail("names lanes " + printHex(away) +
                    " that are elsewhere, as lanes diverge here",
                lane);
      return false;
    }
  }
  return true;
}

enum ShuffleMode : uint16_t { Up, Down, Butterfly, Index };

/// The lane that `lane` reads, and whether that is in its segment.
static unsigned sourceOf(ShuffleMode mode, unsigned lane, uint32_t b,
                         uint32_t c, bool &inside) {
  unsigned by = b & 31, clamp = c & 31, segment = c >> 8 & 31;
  unsigned least = lane & segment, most = least | (clamp & ~segment);
  unsigned source = 0;
  switch (mode) {
  case Up:
    inside = int(lane) - int(by) >= int(most);
    source = lane - by;
    break;
  case Down:
    source = lane + by;
    inside = source <= most;
    break;
  case Butterfly:
    source = lane ^ by;
    inside = source <= most;
    break;
  case Index:
    source = least | (by & ~segment);
    inside = source <= most;
    break;
  }
  return inside ? source : lane;
}

/// operand 0: value; 1: b; 2: c; 3: members. `target`: the predicate, plus one.
static void shuffle(Warp &warp, const Instruction &i, LaneMask lanes) {
  if (!checkMembers(warp, i.operand[3], lanes))
    return;
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]);
  uint64_t results[warpSize] = {};
  LaneMask valid = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    bool inside = false;
    unsigned source = sourceOf(ShuffleMode(i.flags), lane, uint32_t(b[lane]),
                               uint32_t(c[lane]), inside);
    if (!(lanes >> source & 1)) {
      warp.fail("reads lane " + std::to_string(source) +
                    ", which does not take part",
                lane);
      return;
    }
    results[lane] = uint32_t(a[source]);
    valid |= LaneMask(inside) << lane;
  }
  uint64_t *d = warp.lanes(i.result);
  forLanes(lanes, [&](unsigned l) { d[l] = results[l]; });
  if (i.target != 0) {
    LaneMask &p = warp.predicate(i.target - 1);
    p = (p & ~lanes) | valid;
  }
}

static Execute decodeShuffle(Decoder &d) {
  int mode = d.takeOne({"up", "down", "bfly", "idx"});
  bool synchronous = d.take("sync");
  Type type = d.takeType();
  d.operands(5);
  if (mode < 0 || !synchronous || type != Type::B32 || d.failed())
    return nullptr;
  OperandText result = d.operand(0);
  if (!result.second.empty()) {
    OperandText predicate = result;
    predicate.name = result.second;
    d.out.target = d.predicate(predicate) + 1;
  }
  d.out.result = d.write(result, type);
  for (unsigned i = 1; i < 5; ++i)
    d.read(i, Type::B32);
  d.out.flags = uint16_t(mode);
  return &shuffle;
}

enum VoteMode : uint16_t { All, Any, Uniform, Ballot };

static constexpr unsigned negation = 4;

/// Predicate in operand 0, members in operand 1.
static void vote(Warp &warp, const Instruction &i, LaneMask lanes) {
  if (!checkMembers(warp, i.operand[1], lanes))
    return;
  LaneMask said = warp.predicate(i.operand[0]);
  if (i.flags >> negation & 1)
    said = ~said;
  const uint64_t *members = warp.lanes(i.operand[1]);
  LaneMask result = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    LaneMask named = LaneMask(members[lane]) & lanes, yes = said & named;
    VoteMode mode = VoteMode(i.flags & 3);
    if (mode == Ballot)
      warp.lanes(i.result)[lane] = yes;
    bool holds = mode == All   ? yes == named
                 : mode == Any ? yes != 0
                               : yes == named || yes == 0;
    result |= LaneMask(holds) << lane;
  }
  if ((i.flags & 3) != Ballot) {
    LaneMask &d = warp.predicate(i.result);
    d = (d & ~lanes) | result;
  }
}

static Execute decodeVote(Decoder &d) {
  bool synchronous = d.take("sync");
  int mode = d.takeOne({"all", "any", "uni", "ballot"});
  Type type = d.takeType();
  d.operands(3);
  if (!synchronous || mode < 0 || d.failed() ||
      type != (mode == Ballot ? Type::B32 : Type::Pred))
    return nullptr;
  d.out.result =
      mode == Ballot ? d.write(d.operand(0), type) : d.predicate(d.operand(0));
  d.out.flags = uint16_t(mode);
  d.readPredicate(1, negation);
  d.read(2, Type::B32);
  return &vote;
}

static void activeMask(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  forLanes(lanes, [&](unsigned l) { d[l] = lanes; });
}

static Execute decodeActiveMask(Decoder &d) {
  bool isKnown = d.takeType() == Type::B32;
  d.operands(1);
  d.write(0, Type::B32);
  return isKnown ? &activeMask : nullptr;
}

template <typename T> static T reduce(unsigned mode, T a, T b) {
  switch (mode) {
  case 0:
    return T(uint32_t(a) + uint32_t(b));
  case 1:
    return b < a ? b : a;
  case 2:
    return a < b ? b : a;
  case 3:
    return a & b;
  case 4:
    return a | b;
  default:
    return a ^ b;
  }
}

template <typename T>
static void reduceLanes(Warp &warp, const Instruction &i, LaneMask lanes) {
  if (!checkMembers(warp, i.operand[1], lanes))
    return;
  const uint64_t *a = warp.lanes(i.operand[0]);
  unsigned first = unsigned(__builtin_ctz(lanes));
  T all = fromWord<T>(a[first]);
  for (unsigned lane = first + 1; lane < warpSize; ++lane)
    if (lanes >> lane & 1)
      all = reduce(i.flags, all, fromWord<T>(a[lane]));
  uint64_t *d = warp.lanes(i.result);
  forLanes(lanes, [&](unsigned l) { d[l] = toWord(all); });
}

static Execute decodeReduce(Decoder &d) {
  bool synchronous = d.take("sync");
  int mode = d.takeOne({"add", "min", "max", "and", "or", "xor"});
  Type type = d.takeType();
  d.operands(3);
  d.write(0, type);
  d.read(1, type);
  d.read(2, Type::B32);
  d.out.flags = uint16_t(mode);
  // and, or and xor, the last three, are of bits, the others of numbers.
  bool isKnown =
      mode > 2 ? type == Type::B32 : isOneOf(type, {Type::U32, Type::S32});
  if (!synchronous || mode < 0 || !isKnown)
    return nullptr;
  return isSigned(type) ? &reduceLanes<int32_t> : &reduceLanes<uint32_t>;
}

void addShuffles(OpcodeTable &table) {
  table["shfl"] = &decodeShuffle;
  table["vote"] = &decodeVote;
  table["activemask"] = &decodeActiveMask;
  table["redux"] = &decodeReduce;
}

} // namespace neo::ptx
