//===- CarryArithmetic.cpp - Sums of several words ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// add.cc, sub.cc and mad.cc write the carry (of a difference, the borrow) to
// the condition code register of the thread; addc, subc and madc read it
// ("Extended-Precision Arithmetic Instructions" in the PTX manual). The
// register is one bit per lane of the warp.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lanes.h"

namespace neo::ptx {

namespace {
enum class Carried { Sum, Difference, LowProduct, HighProduct };
} // namespace

constexpr uint16_t takesCarry = 1, leavesCarry = 2;

__extension__ typedef unsigned __int128 Wide;

/// The upper word of the product; `T` says whether of signed numbers.
template <typename T> static uint64_t highProduct(T a, T b) {
  if constexpr (sizeof(T) == 4)
    return uint32_t(uint64_t(int64_t(a) * int64_t(b)) >> 32);
  __extension__ typedef std::conditional_t<std::is_signed_v<T>, __int128, Wide>
      Product;
  return uint64_t(Product(a) * Product(b) >> 64);
}

/// The words that are summed in one lane.
template <Carried op, typename T>
static std::pair<uint64_t, uint64_t> getTerms(Warp &warp, const Instruction &i,
                                              unsigned lane) {
  using Word = std::make_unsigned_t<T>;
  auto read = [&](unsigned k) {
    return fromWord<T>(warp.lanes(i.operand[k])[lane]);
  };
  if constexpr (op == Carried::Sum || op == Carried::Difference)
    return {Word(read(0)), Word(read(1))};
  if constexpr (op == Carried::HighProduct)
    return {highProduct<T>(read(0), read(1)), Word(read(2))};
  return {Word(Word(read(0)) * Word(read(1))), Word(read(2))};
}

template <Carried op, typename T>
static void execute(Warp &warp, const Instruction &i, LaneMask lanes) {
  using Word = std::make_unsigned_t<T>;
  LaneMask carries = 0;
  uint64_t *d = warp.lanes(i.result);
  forLanes(lanes, [&](unsigned l) {
    auto [a, b] = getTerms<op, T>(warp, i, l);
    unsigned carry = i.flags & takesCarry ? warp.carry >> l & 1 : 0;
    Wide result =
        op == Carried::Difference ? Wide(a) - b - carry : Wide(a) + b + carry;
    carries |= LaneMask(result >> (8 * sizeof(T)) & 1) << l;
    d[l] = toWord(Word(result));
  });
  if (i.flags & leavesCarry)
    warp.carry = (warp.carry & ~lanes) | carries;
}

template <Carried op> static Execute pick(Type type) {
  return type == Type::U32   ? &execute<op, uint32_t>
         : type == Type::S32 ? &execute<op, int32_t>
         : type == Type::U64 ? &execute<op, uint64_t>
         : type == Type::S64 ? &execute<op, int64_t>
                             : nullptr;
}

static Type decodeAll(Decoder &d, unsigned sources, bool takes) {
  Type type = d.takeType();
  d.out.flags =
      uint16_t((takes ? takesCarry : 0) | (d.take("cc") ? leavesCarry : 0));
  if (takes)
    d.uses.reads.push_back({carryId, "the carry"});
  if (d.out.flags & leavesCarry)
    d.uses.writes.push_back({carryId, "the carry"});
  d.operands(sources + 1);
  d.write(0, type);
  for (unsigned k = 1; k <= sources; ++k)
    d.read(k, type);
  return type;
}

Execute decodeCarrySum(Decoder &d, bool takes) {
  return pick<Carried::Sum>(decodeAll(d, 2, takes));
}

Execute decodeCarryDifference(Decoder &d, bool takes) {
  return pick<Carried::Difference>(decodeAll(d, 2, takes));
}

Execute decodeCarryProduct(Decoder &d, bool takes) {
  int part = d.takeOne({"lo", "hi"});
  Type type = decodeAll(d, 3, takes);
  return part < 0    ? nullptr
         : part == 0 ? pick<Carried::LowProduct>(type)
                     : pick<Carried::HighProduct>(type);
}

} // namespace neo::ptx
