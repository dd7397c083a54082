//===- Comparisons.cpp - setp, set, slct ----------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// setp.CmpOp{.BoolOp}.type p|q, a, b{, c}: p is (a CmpOp b) BoolOp c, and q
// (not (a CmpOp b)) BoolOp c. Floats have an ordered and an unordered version
// of each comparison: with a NaN, lt is false and ltu true.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lanes.h"

#include <cmath>
#include <limits>

namespace neo::ptx {

/// A comparison is the set of outcomes for which it holds.
enum Outcome : uint16_t { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };

// The flags: outcomes in the low four bits, then these.
static constexpr uint16_t boolShift = 4, boolMask = 3, negatedFlag = 1 << 6,
                          flushInputs = 1 << 7, floatResult = 1 << 8;

struct Comparison {
  std::string_view word;
  uint16_t outcomes;
};
static constexpr Comparison comparisons[] = {
    {"eq", Equal},
    {"ne", Less | Greater},
    {"lt", Less},
    {"le", Less | Equal},
    {"gt", Greater},
    {"ge", Greater | Equal},
    {"lo", Less},
    {"ls", Less | Equal},
    {"hi", Greater},
    {"hs", Greater | Equal},
    {"equ", Equal | Unordered},
    {"neu", Less | Greater | Unordered},
    {"ltu", Less | Unordered},
    {"leu", Less | Equal | Unordered},
    {"gtu", Greater | Unordered},
    {"geu", Greater | Equal | Unordered},
    {"num", Less | Equal | Greater},
    {"nan", Unordered},
};

template <typename T> static uint16_t outcome(T a, T b) {
  if (a == b)
    return Equal;
  return a < b ? Less : b < a ? Greater : Unordered;
}

namespace {
template <typename T> struct Plain {
  static T value(uint64_t word, bool) { return fromWord<T>(word); }
};
template <typename T> struct Real {
  static T value(uint64_t word, bool flushes) {
    T value = fromWord<T>(word);
    return flushes && std::fabs(value) < std::numeric_limits<T>::min() ? T(0)
                                                                       : value;
  }
};
struct Half {
  static double value(uint64_t word, bool) { return f16ToDouble(word); }
};
struct BrainHalf {
  static double value(uint64_t word, bool) { return bf16ToDouble(word); }
};
} // namespace

/// The lanes in which the comparison holds.
template <typename Read>
static LaneMask compare(Warp &warp, const Instruction &i, LaneMask lanes,
                        unsigned shift = 0) {
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]);
  bool flushes = i.flags & flushInputs;
  LaneMask holds = 0;
  forLanes(lanes, [&](unsigned l) {
    uint16_t found = outcome(Read::value(a[l] >> shift, flushes),
                             Read::value(b[l] >> shift, flushes));
    holds |= LaneMask((i.flags & found) != 0) << l;
  });
  return holds;
}

static LaneMask combine(Warp &warp, const Instruction &i, LaneMask holds) {
  unsigned op = i.flags >> boolShift & boolMask;
  if (op == 0)
    return holds;
  LaneMask other = warp.predicate(i.operand[2]);
  if (i.flags & negatedFlag)
    other = ~other;
  return op == 1 ? holds & other : op == 2 ? holds | other : holds ^ other;
}

static void assign(LaneMask &d, LaneMask lanes, LaneMask value) {
  d = (d & ~lanes) | (value & lanes);
}

/// Sets p, and q where it is given.
static void assignBoth(Warp &warp, const Instruction &i, LaneMask lanes,
                       LaneMask p, LaneMask q) {
  assign(warp.predicate(i.result), lanes, p);
  if (i.operand[3] != noSlot)
    assign(warp.predicate(i.operand[3]), lanes, q);
}

template <typename Read>
static void setPredicate(Warp &warp, const Instruction &i, LaneMask lanes) {
  LaneMask holds = compare<Read>(warp, i, lanes);
  LaneMask first = combine(warp, i, holds), second = combine(warp, i, ~holds);
  assignBoth(warp, i, lanes, first, second);
}

/// Of packed halves p is the low part's comparison, q the high one's.
template <typename Read>
static void setPredicates(Warp &warp, const Instruction &i, LaneMask lanes) {
  LaneMask low = combine(warp, i, compare<Read>(warp, i, lanes));
  LaneMask high = combine(warp, i, compare<Read>(warp, i, lanes, 16));
  assignBoth(warp, i, lanes, low, high);
}

/// set gives all ones, or 1.0.
template <typename Read>
static void setRegister(Warp &warp, const Instruction &i, LaneMask lanes) {
  LaneMask holds = combine(warp, i, compare<Read>(warp, i, lanes));
  uint64_t yes = i.flags & floatResult ? 0x3f800000 : 0xffffffff;
  uint64_t *d = warp.lanes(i.result);
  forLanes(lanes, [&](unsigned l) { d[l] = holds >> l & 1 ? yes : 0; });
}

template <typename Read> static Execute pickForm(bool toRegister) {
  return toRegister ? &setRegister<Read> : &setPredicate<Read>;
}

static Execute pickComparison(Type type, bool toRegister) {
  switch (type) {
  case Type::B16:
  case Type::U16:
    return pickForm<Plain<uint16_t>>(toRegister);
  case Type::S16:
    return pickForm<Plain<int16_t>>(toRegister);
  case Type::B32:
  case Type::U32:
    return pickForm<Plain<uint32_t>>(toRegister);
  case Type::S32:
    return pickForm<Plain<int32_t>>(toRegister);
  case Type::B64:
  case Type::U64:
    return pickForm<Plain<uint64_t>>(toRegister);
  case Type::S64:
    return pickForm<Plain<int64_t>>(toRegister);
  case Type::F16:
    return pickForm<Half>(toRegister);
  case Type::BF16:
    return pickForm<BrainHalf>(toRegister);
  case Type::F32:
    return pickForm<Real<float>>(toRegister);
  case Type::F64:
    return pickForm<Real<double>>(toRegister);
  case Type::F16x2:
    return toRegister ? nullptr : &setPredicates<Half>;
  case Type::BF16x2:
    return toRegister ? nullptr : &setPredicates<BrainHalf>;
  default:
    return nullptr;
  }
}

/// lo, ls, hi and hs are of unsigned integers, those of three letters of
/// floats; bits are equal or not.
static bool compares(std::string_view word, Type type) {
  if (word.size() == 3)
    return isFloat(type);
  if (word == "lo" || word == "ls" || word == "hi" || word == "hs")
    return type >= Type::U16 && type <= Type::U64;
  return !isBits(type) || word == "eq" || word == "ne";
}

static bool takeComparison(Decoder &d, Type type) {
  for (const Comparison &comparison : comparisons)
    if (d.take(comparison.word)) {
      d.out.flags |= comparison.outcomes;
      return compares(comparison.word, type);
    }
  return false;
}

/// Decodes the comparison, its sources and the predicate it is combined with.
static Execute decodeComparison(Decoder &d, Type type, bool toRegister) {
  if (!takeComparison(d, type))
    return nullptr;
  int combination = d.takeOne({"and", "or", "xor"});
  d.out.flags |= uint16_t(combination + 1) << boolShift;
  if (d.take("ftz"))
    d.out.flags |= flushInputs;
  if ((d.out.flags & flushInputs) && type != Type::F32)
    return nullptr;
  if (isBrain(type))
    d.require(90, "a comparison of bf16");
  d.operands(combination < 0 ? 3 : 4);
  d.read(1, type);
  d.read(2, type);
  if (combination >= 0)
    d.readPredicate(3, 6);
  return pickComparison(type, toRegister);
}

static Execute decodeSetPredicate(Decoder &d) {
  Type type = d.takeType();
  Execute execute = decodeComparison(d, type, false);
  if (d.failed())
    return nullptr;
  OperandText target = d.operand(0);
  d.out.result = d.predicate(target);
  if (!target.second.empty()) {
    if (isOneOf(type, {Type::F16, Type::BF16}))
      return nullptr;
    target.name = target.second;
    d.out.operand[3] = d.predicate(target);
  }
  return execute;
}

static Execute decodeSet(Decoder &d) {
  Type type = d.takeType(), result = d.takeType();
  bool isHalf = isOneOf(type, {Type::F16, Type::BF16});
  if (!isOneOf(result, {Type::U32, Type::S32, Type::F32}) ||
      (isHalf && result == Type::F32))
    return nullptr;
  Execute execute = decodeComparison(d, type, true);
  if (result == Type::F32)
    d.out.flags |= floatResult;
  d.write(0, result);
  return execute;
}

/// slct d, a, b, c: a where c >= 0, else b.
template <typename T>
static void selectBySign(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]);
  forLanes(lanes,
           [&](unsigned l) { d[l] = fromWord<T>(c[l]) >= 0 ? a[l] : b[l]; });
}

static Execute decodeSelectBySign(Decoder &d) {
  Type sign = d.takeType(), type = d.takeType();
  d.operands(4);
  d.write(0, type);
  d.read(1, type);
  d.read(2, type);
  d.read(3, sign);
  if (!isMovable(type))
    return nullptr;
  return sign == Type::S32   ? &selectBySign<int32_t>
         : sign == Type::F32 ? &selectBySign<float>
                             : nullptr;
}

void addComparisons(OpcodeTable &table) {
  table["setp"] = &decodeSetPredicate;
  table["set"] = &decodeSet;
  table["slct"] = &decodeSelectBySign;
}

} // namespace neo::ptx
