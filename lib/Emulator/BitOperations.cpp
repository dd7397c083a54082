//===- BitOperations.cpp - Logic, shifts, fields and permutations ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Lanes.h"

#include <algorithm>
#include <type_traits>

namespace neo::ptx {

namespace {
template <typename T> struct And {
  using Value = T;
  T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct Or {
  using Value = T;
  T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct Xor {
  using Value = T;
  T operator()(T a, T b) const { return a ^ b; }
};
/// The sign of a on the value of b.
template <typename T> struct CopySign {
  using Value = T;
  T operator()(T a, T b) const {
    constexpr T sign = T(1) << (8 * sizeof(T) - 1);
    return (a & sign) | (b & T(~sign));
  }
};
struct Not {
  using Value = uint64_t;
  uint64_t operator()(uint64_t a) const { return ~a; }
};
template <typename T> struct LogicalNot {
  using Value = T;
  T operator()(T a) const { return a == 0; }
};
template <typename T> struct Count {
  using Value = T;
  uint32_t operator()(T a) const { return __builtin_popcountll(a); }
};
template <typename T> struct LeadingZeros {
  using Value = T;
  uint32_t operator()(T a) const {
    return a == 0 ? 8 * sizeof(T) : __builtin_clzll(a) - (64 - 8 * sizeof(T));
  }
};
template <typename T> struct Reversed {
  using Value = T;
  T operator()(T a) const {
    T result = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
      result |= T(a >> bit & 1) << (8 * sizeof(T) - 1 - bit);
    return result;
  }
};
/// The position of the highest bit that differs from the sign, or the shift
/// that brings it to the top; all ones if there is none.
template <typename T, bool isShift> struct HighestBit {
  using Value = T;
  uint32_t operator()(T a) const {
    uint64_t bits =
        std::is_signed_v<T> && a < 0 ? ~uint64_t(int64_t(a)) : uint64_t(a);
    if (bits == 0)
      return ~0U;
    unsigned position = 63 - unsigned(__builtin_clzll(bits));
    return isShift ? 8 * sizeof(T) - 1 - position : position;
  }
};
} // namespace

template <bool isShift> static Execute pickHighestBit(Type type) {
  switch (type) {
  case Type::U32:
    return &unary<HighestBit<uint32_t, isShift>>;
  case Type::S32:
    return &unary<HighestBit<int32_t, isShift>>;
  case Type::U64:
    return &unary<HighestBit<uint64_t, isShift>>;
  case Type::S64:
    return &unary<HighestBit<int64_t, isShift>>;
  default:
    return nullptr;
  }
}

static Execute decodeHighestBit(Decoder &d) {
  bool isShift = d.take("shiftamt");
  Type type = d.takeType();
  d.operands(2);
  d.write(0, Type::U32);
  d.read(1, type);
  return isShift ? pickHighestBit<true>(type) : pickHighestBit<false>(type);
}

/// Shifts by more than the width give zero, or the sign.
template <typename T, bool left>
static void shift(Warp &warp, const Instruction &i, LaneMask lanes) {
  constexpr uint32_t bits = 8 * sizeof(T);
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]);
  forLanes(lanes, [&](unsigned l) {
    T value = fromWord<T>(a[l]);
    uint32_t by = uint32_t(b[l]);
    if (by >= bits)
      d[l] = toWord(T(!left && value < T(0) ? T(-1) : T(0)));
    else
      d[l] = toWord(left ? T(std::make_unsigned_t<T>(value) << by)
                         : T(value >> by));
  });
}

/// shf: the upper or lower word of b:a, shifted.
static void funnel(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]);
  bool left = i.flags & 1, wraps = i.flags & 2;
  forLanes(lanes, [&](unsigned l) {
    uint64_t both = uint64_t(uint32_t(b[l])) << 32 | uint32_t(a[l]);
    uint32_t by = uint32_t(c[l]);
    by = wraps ? by & 31 : std::min(by, uint32_t(32));
    d[l] = left ? uint32_t((both << by) >> 32) : uint32_t(both >> by);
  });
}

template <typename T>
static void extractField(Warp &warp, const Instruction &i, LaneMask lanes) {
  using Unsigned = std::make_unsigned_t<T>;
  constexpr uint32_t width = 8 * sizeof(T);
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]);
  forLanes(lanes, [&](unsigned l) {
    T value = fromWord<T>(a[l]);
    uint32_t from = b[l] & 0xff, number = c[l] & 0xff;
    uint32_t top = std::min(from + number - 1, width - 1);
    bool sign = std::is_signed_v<T> && number != 0 && (value >> top & 1);
    Unsigned field = from >= width ? 0 : Unsigned(value) >> from;
    uint32_t kept = from >= width ? 0 : std::min(number, width - from);
    Unsigned mask = kept >= width ? ~Unsigned(0) : (Unsigned(1) << kept) - 1;
    field &= mask;
    d[l] = toWord(Unsigned(sign ? field | Unsigned(~mask) : field));
  });
}

/// bfi d, a, b, c, n: the low n bits of a, put into b at bit c.
template <typename T>
static void insertField(Warp &warp, const Instruction &i, LaneMask lanes) {
  constexpr uint32_t width = 8 * sizeof(T);
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]), *n = warp.lanes(i.operand[3]);
  forLanes(lanes, [&](unsigned l) {
    uint32_t at = c[l] & 0xff, number = n[l] & 0xff;
    T mask = at >= width       ? 0
             : number >= width ? T(~T(0)) << at
                               : ((T(1) << number) - 1) << at;
    T put = at >= width ? 0 : T(fromWord<T>(a[l]) << at);
    d[l] = toWord(T((fromWord<T>(b[l]) & ~mask) | (put & mask)));
  });
}

/// prmt: four bytes chosen from the eight of b:a, each perhaps as its sign.
static void permute(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]);
  forLanes(lanes, [&](unsigned l) {
    uint64_t both = uint64_t(uint32_t(b[l])) << 32 | uint32_t(a[l]);
    uint64_t result = 0;
    for (unsigned k = 0; k < 4; ++k) {
      unsigned choice = c[l] >> (4 * k) & 0xf;
      uint64_t byte = both >> (8 * (choice & 7)) & 0xff;
      if (choice & 8)
        byte = byte & 0x80 ? 0xff : 0;
      result |= byte << (8 * k);
    }
    d[l] = result;
  });
}

/// lop3: bit n of the table is the result where a, b and c have the bits of n.
static void lookUp(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]);
  forLanes(lanes, [&](unsigned l) {
    uint64_t result = 0;
    for (unsigned n = 0; n < 8; ++n)
      if (i.flags >> n & 1)
        result |= (n & 4 ? a[l] : ~a[l]) & (n & 2 ? b[l] : ~b[l]) &
                  (n & 1 ? c[l] : ~c[l]);
    d[l] = uint32_t(result);
  });
}

template <template <typename> class Op>
static void combine(Warp &warp, const Instruction &i, LaneMask lanes) {
  LaneMask &d = warp.predicate(i.result);
  LaneMask value = Op<LaneMask>()(warp.predicate(i.operand[0]),
                                  warp.predicate(i.operand[1]));
  d = (d & ~lanes) | (value & lanes);
}

static void negatePredicate(Warp &warp, const Instruction &i, LaneMask lanes) {
  LaneMask value = ~warp.predicate(i.operand[0]);
  LaneMask &d = warp.predicate(i.result);
  d = (d & ~lanes) | (value & lanes);
}

static bool isWord(Type type) {
  return isOneOf(type, {Type::B16, Type::B32, Type::B64});
}

static void readBitOperands(Decoder &d, Type type, unsigned sources) {
  d.operands(sources + 1);
  d.write(0, type);
  for (unsigned i = 1; i <= sources; ++i)
    d.read(i, type);
}

template <template <typename> class Op> static Execute decodeLogic(Decoder &d) {
  Type type = d.takeType();
  if (type != Type::Pred) {
    readBitOperands(d, type, 2);
    return isWord(type) ? &binary<Op<uint64_t>> : nullptr;
  }
  d.operands(3);
  if (d.failed())
    return nullptr;
  d.out.result = d.predicate(d.operand(0));
  d.readPredicate(1);
  d.readPredicate(2);
  return d.out.flags != 0 ? nullptr : &combine<Op>;
}

static Execute decodeNot(Decoder &d) {
  Type type = d.takeType();
  if (type != Type::Pred) {
    readBitOperands(d, type, 1);
    return isWord(type) ? &unary<Not> : nullptr;
  }
  d.operands(2);
  if (d.failed())
    return nullptr;
  d.out.result = d.predicate(d.operand(0));
  d.readPredicate(1);
  return d.out.flags != 0 ? nullptr : &negatePredicate;
}

static Execute decodeCopySign(Decoder &d) {
  Type type = d.takeType();
  readBitOperands(d, type, 2);
  return type == Type::F32   ? &binary<CopySign<uint32_t>>
         : type == Type::F64 ? &binary<CopySign<uint64_t>>
                             : nullptr;
}

static Execute decodeLogicalNot(Decoder &d) {
  Type type = d.takeType();
  readBitOperands(d, type, 1);
  return type == Type::B16   ? &unary<LogicalNot<uint16_t>>
         : type == Type::B32 ? &unary<LogicalNot<uint32_t>>
         : type == Type::B64 ? &unary<LogicalNot<uint64_t>>
                             : nullptr;
}

template <bool left> static Execute decodeShift(Decoder &d) {
  Type type = d.takeType();
  d.operands(3);
  d.write(0, type);
  d.read(1, type);
  d.read(2, Type::U32);
  unsigned bits = bitsOf(type);
  if (isFloat(type) || bits < 16 || (isBits(type) && !isWord(type)) ||
      (left && !isBits(type)))
    return nullptr;
  if (isSigned(type))
    return bits == 16   ? &shift<int16_t, left>
           : bits == 32 ? &shift<int32_t, left>
                        : &shift<int64_t, left>;
  return bits == 16   ? &shift<uint16_t, left>
         : bits == 32 ? &shift<uint32_t, left>
                      : &shift<uint64_t, left>;
}

static Execute decodeFunnel(Decoder &d) {
  int side = d.takeOne({"r", "l"}), mode = d.takeOne({"clamp", "wrap"});
  Type type = d.takeType();
  d.operands(4);
  d.write(0, Type::B32);
  d.read(1, Type::B32);
  d.read(2, Type::B32);
  d.read(3, Type::U32);
  d.out.flags = uint16_t(side | mode << 1);
  return side < 0 || mode < 0 || type != Type::B32 ? nullptr : &funnel;
}

static Execute decodeExtract(Decoder &d) {
  Type type = d.takeType();
  d.operands(4);
  d.write(0, type);
  d.read(1, type);
  d.read(2, Type::U32);
  d.read(3, Type::U32);
  return type == Type::U32   ? &extractField<uint32_t>
         : type == Type::S32 ? &extractField<int32_t>
         : type == Type::U64 ? &extractField<uint64_t>
         : type == Type::S64 ? &extractField<int64_t>
                             : nullptr;
}

static Execute decodeInsert(Decoder &d) {
  Type type = d.takeType();
  d.operands(5);
  d.write(0, type);
  d.read(1, type);
  d.read(2, type);
  d.read(3, Type::U32);
  d.read(4, Type::U32);
  return type == Type::B32   ? &insertField<uint32_t>
         : type == Type::B64 ? &insertField<uint64_t>
                             : nullptr;
}

static Execute decodePermute(Decoder &d) {
  Type type = d.takeType();
  readBitOperands(d, type, 3);
  return type == Type::B32 ? &permute : nullptr;
}

static Execute decodeLookUp(Decoder &d) {
  Type type = d.takeType();
  d.operands(5);
  d.write(0, type);
  for (unsigned i = 1; i < 4; ++i)
    d.read(i, type);
  d.out.flags = uint16_t(d.immediate(4) & 0xff);
  return type == Type::B32 ? &lookUp : nullptr;
}

template <template <typename> class Op, bool keepsType>
static Execute decodeCount(Decoder &d) {
  Type type = d.takeType();
  d.operands(2);
  d.write(0, keepsType ? type : Type::U32);
  d.read(1, type);
  return type == Type::B32   ? &unary<Op<uint32_t>>
         : type == Type::B64 ? &unary<Op<uint64_t>>
                             : nullptr;
}

void addBitOperations(OpcodeTable &table) {
  table["and"] = &decodeLogic<And>;
  table["or"] = &decodeLogic<Or>;
  table["xor"] = &decodeLogic<Xor>;
  table["not"] = &decodeNot;
  table["cnot"] = &decodeLogicalNot;
  table["copysign"] = &decodeCopySign;
  table["shl"] = &decodeShift<true>;
  table["shr"] = &decodeShift<false>;
  table["shf"] = &decodeFunnel;
  table["bfe"] = &decodeExtract;
  table["bfi"] = &decodeInsert;
  table["prmt"] = &decodePermute;
  table["lop3"] = &decodeLookUp;
  table["popc"] = &decodeCount<Count, false>;
  table["clz"] = &decodeCount<LeadingZeros, false>;
  table["bfind"] = &decodeHighestBit;
  table["brev"] = &decodeCount<Reversed, true>;
}

} // namespace neo::ptx
