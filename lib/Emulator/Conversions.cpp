//===- Conversions.cpp - cvt ----------------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A source becomes an exact value: sign, integer, power of two. Floats are
// encoded from it with one rounding; integers are rounded and clamped to their
// range, as PTX does when it converts floats. Conversions among integers keep
// the low bits, and clamp with `.sat`.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lanes.h"

#include <cmath>

namespace neo::ptx {

static constexpr uint16_t integralFlag = 128; ///< .rni: to an integer's value.

static Format formatOf(Type type) {
  switch (type) {
  case Type::F16:
  case Type::F16x2:
    return f16Format;
  case Type::BF16:
  case Type::BF16x2:
    return bf16Format;
  case Type::TF32:
    return tf32Format;
  case Type::F32:
    return f32Format;
  default:
    return f64Format;
  }
}

/// The value of a float of any type in double, which holds them all.
static double readFloat(uint64_t word, Type type) {
  if (type == Type::F64)
    return fromWord<double>(word);
  if (type == Type::F32)
    return fromWord<float>(word);
  return decode(word & 0xffff, formatOf(type));
}

static double roundIntegral(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::Zero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  default:
    return std::nearbyint(value);
  }
}

static double flush(double value) {
  return std::fabs(value) < 0x1p-126 ? std::copysign(0.0, value) : value;
}

/// The bits of `value` in a type of floats. A tf32 lies in the upper bits of an
/// f32.
static uint64_t writeFloat(double value, Type type, uint16_t flags) {
  if (flags & saturateFlag)
    value = value > 1 ? 1 : value > 0 ? value : 0; // NaN becomes 0.
  if ((flags & reluFlag) && value <= 0)
    value = 0;
  if (type == Type::F64)
    return toWord(value);
  Rounding rounding = Rounding(flags & roundingMask);
  uint64_t bits = roundDouble(value, formatOf(type), rounding);
  if (type == Type::TF32)
    return std::isnan(value) ? 0x7fffffff : bits << 13;
  return bits;
}

/// Operand a, which is of type i.count, in one lane.
static double readSource(const Instruction &i, uint64_t word) {
  Type source = Type(i.count);
  double value = readFloat(word, source);
  return (i.flags & flushFlag) && source == Type::F32 ? flush(value) : value;
}

static void floatToFloat(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  forLanes(lanes, [&](unsigned l) {
    double value = readSource(i, a[l]);
    if (i.flags & integralFlag)
      value = roundIntegral(value, Rounding(i.flags & roundingMask));
    uint64_t bits = writeFloat(value, i.type, i.flags);
    if ((i.flags & flushFlag) && i.type == Type::F32)
      bits = writeFloat(flush(fromWord<float>(bits)), i.type, 0);
    d[l] = bits;
  });
}

/// cvt.rn.f16x2.f32 d, a, b: a in the upper half.
static void floatsToPair(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]);
  forLanes(lanes, [&](unsigned l) {
    d[l] = writeFloat(fromWord<float>(a[l]), i.type, i.flags) << 16 |
           writeFloat(fromWord<float>(b[l]), i.type, i.flags);
  });
}

static uint64_t maskOf(unsigned bits) {
  return bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}

/// An integer's bits, extended to 64 by its sign or with zeros.
static uint64_t extend(uint64_t word, Type type) {
  unsigned shift = 64 - bitsOf(type);
  return isSigned(type) ? uint64_t(int64_t(word << shift) >> shift)
                        : word << shift >> shift;
}

static uint64_t floatToInteger(double value, Type type, bool fromDouble) {
  unsigned bits = bitsOf(type);
  uint64_t most = isSigned(type) ? maskOf(bits - 1) : maskOf(bits);
  uint64_t least = isSigned(type) ? ~most : 0;
  if (std::isnan(value))
    return bits == 64 || fromDouble ? uint64_t(1) << (bits - 1) : 0;
  if (value >= std::ldexp(1.0, int(bits) - (isSigned(type) ? 1 : 0)))
    return most;
  if (isSigned(type))
    return value < -std::ldexp(1.0, int(bits) - 1) ? least
                                                   : uint64_t(int64_t(value));
  return value < 0 ? 0 : uint64_t(value);
}

static void floatsToIntegers(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  bool fromDouble = Type(i.count) == Type::F64;
  forLanes(lanes, [&](unsigned l) {
    double value =
        roundIntegral(readSource(i, a[l]), Rounding(i.flags & roundingMask));
    d[l] = floatToInteger(value, i.type, fromDouble);
  });
}

static void integersToFloats(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  Type source = Type(i.count);
  Rounding rounding = Rounding(i.flags & roundingMask);
  forLanes(lanes, [&](unsigned l) {
    uint64_t value = extend(a[l], source);
    bool negative = isSigned(source) && int64_t(value) < 0;
    d[l] = encode({negative, negative ? -value : value, 0, false},
                  formatOf(i.type), rounding);
  });
}

static void integersToIntegers(Warp &warp, const Instruction &i,
                               LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  Type source = Type(i.count);
  bool saturates = i.flags & saturateFlag;
  unsigned bits = bitsOf(i.type);
  uint64_t most = isSigned(i.type) ? maskOf(bits - 1) : maskOf(bits);
  forLanes(lanes, [&](unsigned l) {
    uint64_t value = extend(a[l], source);
    bool negative = isSigned(source) && int64_t(value) < 0;
    if (saturates && negative)
      value = isSigned(i.type) && int64_t(value) >= int64_t(~most) ? value
              : isSigned(i.type)                                   ? ~most
                                                                   : 0;
    else if (saturates)
      value = value > most ? most : value;
    d[l] = extend(value, i.type);
  });
}

namespace {
/// How the result is rounded: not, to the type's precision, to the nearest with
/// ties away from zero, or to an integer's value.
enum class Rounds : uint8_t { No, Precision, Away, Integral };
} // namespace

static Rounds takeConversionRounding(Decoder &d) {
  int integral = d.takeOne({"rni", "rzi", "rmi", "rpi"});
  if (integral >= 0) {
    d.out.flags |= integralFlag | uint16_t(integral);
    return Rounds::Integral;
  }
  if (d.take("rna")) {
    d.out.flags |= uint16_t(Rounding::NearestAway);
    return Rounds::Away;
  }
  return takeRounding(d) ? Rounds::Precision : Rounds::No;
}

/// Whether every integer of `source` is one of `type`.
static bool holdsAll(Type type, Type source) {
  if (isSigned(type) == isSigned(source))
    return bitsOf(type) >= bitsOf(source);
  return isSigned(type) && bitsOf(type) > bitsOf(source);
}

/// The forms from floats to floats. What loses bits has to say how it rounds,
/// and nothing else may.
static bool isFloatForm(Type type, Type source, Rounds rounds, uint16_t flags) {
  if (type == Type::TF32) // rna, or .rn and .rz of newer chips.
    return source == Type::F32 && rounds == Rounds::Away &&
           (flags & ~roundingMask) == 0;
  if (source == Type::TF32 || isOneOf(source, {Type::F16x2, Type::BF16x2}))
    return false;
  if (type == source)
    return rounds == Rounds::No || rounds == Rounds::Integral;
  bool narrows = formatOf(type).mantissa < formatOf(source).mantissa ||
                 formatOf(type).exponent < formatOf(source).exponent;
  return rounds == (narrows ? Rounds::Precision : Rounds::No);
}

/// .relu is of halves from f32, .sat of all but bf16 and .ftz of f32.
static bool isRangeKnown(Type type, Type source, Rounds rounds,
                         uint16_t flags) {
  bool saturates = flags & saturateFlag, flushes = flags & flushFlag;
  bool hasF32 = type == Type::F32 || source == Type::F32;
  if (flags & reluFlag) {
    bool isHalf = isOneOf(type, {Type::F16, Type::BF16});
    Rounding rounding = Rounding(flags & roundingMask);
    return isHalf && source == Type::F32 && rounds == Rounds::Precision &&
           (rounding == Rounding::Nearest || rounding == Rounding::Zero) &&
           !saturates && !flushes;
  }
  if (saturates && (isBrain(type) || isBrain(source)))
    return false;
  return !flushes || hasF32;
}

static Execute pickConversion(Decoder &d, Type source, Rounds rounds) {
  Type type = d.out.type;
  uint16_t flags = d.out.flags;
  if (isBits(type) || isBits(source) ||
      !isRangeKnown(type, source, rounds, flags))
    return nullptr;
  if (isFloat(type) && isFloat(source))
    return isFloatForm(type, source, rounds, flags) ? &floatToFloat : nullptr;
  bool isByteOfBrain =
      bitsOf(type) + bitsOf(source) == 24 && (isBrain(type) || isBrain(source));
  if (isFloat(source))
    return rounds == Rounds::Integral && !isByteOfBrain &&
                   isOneOf(source,
                           {Type::F16, Type::BF16, Type::F32, Type::F64})
               ? &floatsToIntegers
               : nullptr;
  if (isFloat(type))
    return rounds == Rounds::Precision && !isByteOfBrain &&
                   !(flags & saturateFlag) && type != Type::TF32
               ? &integersToFloats
               : nullptr;
  bool saturates = flags & saturateFlag;
  return rounds == Rounds::No && !(saturates && holdsAll(type, source))
             ? &integersToIntegers
             : nullptr;
}

/// cvt.rn.f16x2.f32 d, a, b.
static Execute pickPair(Decoder &d, Type source, Rounds rounds) {
  constexpr uint16_t known = reluFlag | uint16_t(Rounding::Zero);
  bool isNear = rounds == Rounds::Precision && !(d.out.flags & ~known);
  return source == Type::F32 && isNear ? &floatsToPair : nullptr;
}

static Execute decodeConversion(Decoder &d) {
  Type source = d.takeType();
  Type type = d.out.type = d.takeType();
  d.out.flags |= d.take("ftz") ? flushFlag : 0;
  d.out.flags |= d.take("sat") ? saturateFlag : 0;
  d.out.flags |= d.take("relu") ? reluFlag : 0;
  Rounds rounds = takeConversionRounding(d);
  bool pair = isOneOf(type, {Type::F16x2, Type::BF16x2});
  bool isExact = isOneOf(type, {Type::BF16, Type::TF32});
  d.operands(pair ? 3 : 2);
  d.write(0, type, isExact ? Width::Exact : Width::OrWider);
  d.read(1, source, type == Type::TF32 ? Width::Exact : Width::OrWider);
  d.out.count = uint8_t(source);
  bool isOld = isBrain(source) ? type == Type::F32 && d.out.flags == 0
                               : !isBrain(type) || source == Type::F32;
  if (!isOld)
    d.require(90, "this conversion of bf16");
  if (!pair)
    return pickConversion(d, source, rounds);
  d.read(2, source);
  return pickPair(d, source, rounds);
}

void addConversions(OpcodeTable &table) { table["cvt"] = &decodeConversion; }

} // namespace neo::ptx
