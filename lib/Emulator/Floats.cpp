//===- Floats.cpp - Binary floating-point formats and rounding ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Floats.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace neo::ptx {

/// Whether the kept part is rounded away from zero: `half` is the first bit
/// that is dropped, `rest` says whether anything is set behind it.
static bool roundsUp(Rounding rounding, bool negative, bool odd, bool half,
                     bool rest) {
  switch (rounding) {
  case Rounding::Nearest:
    return half && (rest || odd);
  case Rounding::NearestAway:
    return half;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return negative && (half || rest);
  case Rounding::Up:
    return !negative && (half || rest);
  }
  return false;
}

static bool overflowsToInfinity(Rounding rounding, bool negative) {
  switch (rounding) {
  case Rounding::Nearest:
  case Rounding::NearestAway:
    return true;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return negative;
  case Rounding::Up:
    return !negative;
  }
  return true;
}

uint64_t encode(const Exact &value, Format format, Rounding rounding) {
  uint64_t sign = uint64_t(value.negative) << (format.bits() - 1);
  uint64_t m = value.significand;
  if (m == 0)
    return sign;
  int top =
      63 - __builtin_clzll(m) + value.exponent; // Exponent of its top bit.
  int bias = (1 << (format.exponent - 1)) - 1;
  int least = 1 - bias - int(format.mantissa); // Of a subnormal's last bit.
  int last = std::max(top - int(format.mantissa), least);
  int dropped = last - value.exponent;
  bool half = false, rest = value.sticky;
  if (dropped > 64) {
    rest = true;
    m = 0;
  } else if (dropped > 0) {
    half = m >> (dropped - 1) & 1;
    rest |= (m & ((uint64_t(1) << (dropped - 1)) - 1)) != 0;
    m = dropped == 64 ? 0 : m >> dropped;
  } else {
    m <<= -dropped;
  }
  if (roundsUp(rounding, value.negative, m & 1, half, rest))
    ++m;
  // The hidden bit adds itself to the exponent, as does a carry out of the top.
  uint64_t bits = (uint64_t(last - least) << format.mantissa) + m;
  if (bits >= format.infinity())
    bits = format.infinity() -
           (overflowsToInfinity(rounding, value.negative) ? 0 : 1);
  return sign | bits;
}

/// `value`, finite, as an integer times a power of two.
static Exact takeApart(double value) {
  Exact exact;
  exact.negative = std::signbit(value);
  int exponent = 0;
  double fraction = std::frexp(std::fabs(value), &exponent);
  exact.significand = uint64_t(std::ldexp(fraction, 53));
  exact.exponent = exponent - 53;
  return exact;
}

static uint64_t canonicalNan(Format format) {
  return (uint64_t(1) << (format.bits() - 1)) - 1;
}

uint64_t roundSum(double high, double low, Format format, Rounding rounding) {
  if (std::isnan(high))
    return canonicalNan(format);
  if (std::isinf(high))
    return format.infinity() |
           (high < 0 ? uint64_t(1) << (format.bits() - 1) : 0);
  Exact exact = takeApart(high);
  if (low != 0 && high != 0) {
    // A little more or less than the integer, in its last of four new bits.
    exact.significand <<= 4;
    exact.exponent -= 4;
    if ((low < 0) != exact.negative)
      --exact.significand;
    exact.sticky = true;
  }
  return encode(exact, format, rounding);
}

uint64_t roundDouble(double value, Format format, Rounding rounding) {
  return roundSum(value, 0, format, rounding);
}

double decode(uint64_t bits, Format format) {
  bool negative = bits >> (format.bits() - 1) & 1;
  uint64_t magnitude = bits & ((uint64_t(1) << (format.bits() - 1)) - 1);
  double value = 0;
  if (magnitude > format.infinity()) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (magnitude == format.infinity()) {
    value = std::numeric_limits<double>::infinity();
  } else {
    // The bits of a double, whose exponent is moved by a multiplication.
    uint64_t wide = magnitude << (f64Format.mantissa - format.mantissa);
    std::memcpy(&value, &wide, sizeof(value));
    int move = (1 << 10) - (1 << (format.exponent - 1));
    uint64_t power = uint64_t(1023 + move) << 52;
    double factor = 0;
    std::memcpy(&factor, &power, sizeof(factor));
    value *= factor;
  }
  return negative ? -value : value;
}

} // namespace neo::ptx
