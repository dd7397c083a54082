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

static bool takeConversionRounding(Decoder &d) {
  int integral = d.takeOne({"rni", "rzi", "rmi", "rpi"});
  if (integral >= 0) {
    d.out.flags |= integralFlag | uint16_t(integral);
    return true;
  }
  if (d.take("rna")) {
    d.out.flags |= uint16_t(Rounding::NearestAway);
    return true;
  }
  return takeRounding(d);
}

static Execute pickConversion(Decoder &d, Type source, bool rounds) {
  Type type = d.out.type;
  bool integral = d.out.flags & integralFlag;
  if (isFloat(type) && isFloat(source)) {
    // What loses bits has to say how it rounds.
    bool narrows = formatOf(type).mantissa < formatOf(source).mantissa ||
                   formatOf(type).exponent < formatOf(source).exponent;
    if ((narrows && !rounds) || (integral && type != source))
      return nullptr;
    return &floatToFloat;
  }
  if (isFloat(source))
    return integral ? &floatsToIntegers : nullptr;
  if (isFloat(type))
    return rounds && !integral && !(d.out.flags & saturateFlag)
               ? &integersToFloats
               : nullptr;
  return rounds ? nullptr : &integersToIntegers;
}

static Execute decodeConversion(Decoder &d) {
  Type source = d.takeType();
  d.out.type = d.takeType();
  if (d.take("ftz"))
    d.out.flags |= flushFlag;
  bool saturates = d.take("sat") || d.take("satfinite");
  d.out.flags |= saturates ? saturateFlag : 0;
  d.out.flags |= d.take("relu") ? reluFlag : 0;
  bool rounds = takeConversionRounding(d);
  bool pair = d.out.type == Type::F16x2 || d.out.type == Type::BF16x2;
  d.operands(pair ? 3 : 2);
  d.write(0, d.out.type, Width::OrWider);
  d.read(1, source, Width::OrWider);
  d.out.count = uint8_t(source);
  if (!pair)
    return pickConversion(d, source, rounds);
  d.read(2, source);
  return source == Type::F32 && rounds && !saturates ? &floatsToPair : nullptr;
}

void addConversions(OpcodeTable &table) { table["cvt"] = &decodeConversion; }

} // namespace neo::ptx
