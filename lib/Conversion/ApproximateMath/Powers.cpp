//===- Powers.cpp - Powers of e and 2 on vectors --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace neo;

constexpr double log2OfE = 1.4426950408889634;
constexpr double ln2 = 0.6931471805599453;

namespace {
/// x = n * ln 2 + rest.
struct ReducedPower {
  Bits n;
  Float rest;
};
} // namespace

static ReducedPower reducePower(Float x) {
  Float magic = x.roundingMagic();
  Float shifted = x.times(log2OfE, magic);
  Float n = shifted - magic;
  // ln 2 in two parts, the first so short that its multiples are exact.
  double high = x.byWidth(0.693145751953125, 0.6931471803691238);
  double low = x.byWidth(1.428606765330187e-06, 1.9082149292705877e-10);
  Float rest = n.times(-high, x);
  return {shifted.bits() - magic.bits(), n.times(-low, rest)};
}

/// e^r - 1 for |r| < 0.35.
static Float polynomialOfPower(Float r) {
  Float q = r.polynomial({0.5, 0.1666654348373413, 0.04166628047823906,
                          0.00836661085486412, 0.0013946493854746222},
                         {0.5, 0.16666666666666677, 0.04166666666666651,
                          0.008333333333321667, 0.0013888888888962515,
                          0.00019841269886036272, 2.4801587172359527e-05,
                          2.7557244295552874e-06, 2.755740271034012e-07,
                          2.5109008777338143e-08, 2.087533478594373e-09});
  return (r * r).times(q, r);
}

/// value * 2^n. In two steps, as 2^n may overflow although the result does not,
/// and be denormal.
static Float scale(Float value, Bits n) {
  // Half of n, rounded down: its least value is more than -2048.
  Bits half = (n + 2048).shiftRightUnsigned(1) - 1024;
  return value * half.powerOfTwo() * (n - half).powerOfTwo();
}

Float neo::expandExp(Float x) {
  ReducedPower power = reducePower(
      x.atLeast(x.byWidth(-104.0, -746.0)).atMost(x.byWidth(89.0, 710.0)));
  return scale(polynomialOfPower(power.rest) + 1.0, power.n);
}

WholeAndRest neo::splitInteger(Float x) {
  Float magic = x.roundingMagic();
  Float shifted = x + magic;
  return {shifted.bits() - magic.bits(), x - (shifted - magic)};
}

/// Beyond these, the result is 0 or infinite.
static Float boundBinaryPower(Float x) {
  return x.atLeast(x.byWidth(-151.0, -1076.0)).atMost(x.byWidth(129.0, 1025.0));
}

/// The part of x behind the point is exact, so one product rounds.
Float neo::expandExp2(Float x) {
  auto [n, rest] = splitInteger(boundBinaryPower(x));
  return scale(polynomialOfPower(rest * ln2) + 1.0, n);
}

Float neo::expandExp2(Float x, Float lost) {
  Float bounded = boundBinaryPower(x);
  auto [n, rest] = splitInteger(bounded);
  // Where x is infinite, what it has lost is no number.
  rest =
      rest + bounded.is(Float::Predicate::OEQ, x).choose(lost, x.number(0.0));
  return scale(polynomialOfPower(rest * ln2) + 1.0, n);
}

Float neo::expandModestPower(Float x) {
  ReducedPower power = reducePower(x);
  return (polynomialOfPower(power.rest) + 1.0) * power.n.powerOfTwo();
}

Float neo::expandExpM1(Float x) {
  ReducedPower power = reducePower(
      x.atLeast(x.byWidth(-18.0, -38.0)).atMost(x.byWidth(89.0, 710.0)));
  // Scaled by one half, as the largest power of 2 overflows.
  Float scale = (power.n - 1).powerOfTwo();
  Float result = scale.times(polynomialOfPower(power.rest), scale - 0.5) * 2.0;
  return x.chooseIf(Float::Predicate::OEQ, 0.0, x, result);
}

/// e^|x| / 2, which is finite where sinh x and cosh x are.
static Float halfPower(Float x) {
  ReducedPower power =
      reducePower(x.magnitude().atMost(x.byWidth(90.0, 711.0)));
  Float quarter =
      (polynomialOfPower(power.rest) + 1.0) * (power.n - 2).powerOfTwo();
  return quarter * 2.0;
}

Float neo::expandSinh(Float x) {
  Float size = x.magnitude(), z = x * x;
  Float s = z.polynomial({0.1666666716337204, 0.008333311416208744,
                          0.00019842620531562716, 2.784079015327734e-06},
                         {0.16666666666666666, 0.008333333333333567,
                          0.00019841269841068827, 2.755731930602081e-06,
                          2.5052090457653096e-08, 1.6061198922223761e-10,
                          7.512738506877334e-13, 6.221089023851032e-15});
  Float near = (size * z).times(s, size);
  Float half = halfPower(x);
  Float far = half - x.number(0.25) / half;
  return size.chooseIf(Float::Predicate::OLT, 1.0, near, far).withSignOf(x);
}

Float neo::expandCosh(Float x) {
  Float half = halfPower(x);
  return half + x.number(0.25) / half;
}
