//===- Floats.h - Binary floating-point formats and rounding ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All rounding to narrower formats goes through one function: an exact value
// m * 2^e, and whether nonzero bits were dropped below it (`sticky`), is
// encoded in a format with one rounding, subnormals and overflow included.
//
// This avoids double rounding. The sum of two doubles s = a + b has an error
// that is itself a double (Knuth's TwoSum); its sign says on which side of s
// the exact sum lies, which is all that a later rounding to 24 bits or fewer
// needs. Products of two f32 are exact in double. So fma of f32, f16 and bf16
// in every rounding mode is: exact product, TwoSum, encode.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_FLOATS_H
#define NEO_LIB_EMULATOR_FLOATS_H

#include <cmath>
#include <cstdint>

namespace neo::ptx {

enum class Rounding : uint8_t { Nearest, Zero, Down, Up, NearestAway };

/// A binary format with `mantissa` bits behind the point.
struct Format {
  unsigned mantissa, exponent;

  uint64_t infinity() const {
    return ((uint64_t(1) << exponent) - 1) << mantissa;
  }
  unsigned bits() const { return 1 + exponent + mantissa; }
};
constexpr Format f16Format = {10, 5}, bf16Format = {7, 8}, tf32Format = {10, 8},
                 f32Format = {23, 8}, f64Format = {52, 11};

/// A value as sign, integer and power of two, exactly; `sticky`: and a little
/// more than that.
struct Exact {
  bool negative = false;
  uint64_t significand = 0;
  int exponent = 0;
  bool sticky = false;
};

/// The bits of `value` in `format`, rounded once.
uint64_t encode(const Exact &value, Format format, Rounding rounding);

/// The same of a double, NaN being the canonical one of all ones.
uint64_t roundDouble(double value, Format format, Rounding rounding);
/// The same of high + low, where high is their sum rounded to nearest.
uint64_t roundSum(double high, double low, Format format, Rounding rounding);

/// The value of the bits of a format of up to 32 bits.
double decode(uint64_t bits, Format format);

/// The rounding error of high = a + b.
inline double sumError(double a, double b, double high) {
  double part = high - a;
  return (a - (high - part)) + (b - part);
}

/// a + b, rounded once.
inline uint64_t addRounded(double a, double b, Format format) {
  double high = a + b, low = sumError(a, b, high);
  return roundSum(high, std::isfinite(low) ? low : 0, format,
                  Rounding::Nearest);
}

inline double f16ToDouble(uint64_t bits) {
  return decode(bits & 0xffff, f16Format);
}
inline double bf16ToDouble(uint64_t bits) {
  return decode(bits & 0xffff, bf16Format);
}

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_FLOATS_H
