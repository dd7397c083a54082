//===- Pow.cpp - Powers on vectors ----------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// x^y = 2^(y log2 x). The power multiplies what the logarithm rounds by up to
// 128 in f32, which has no digits for that: both are computed in f64, by
// polynomials that leave less than 2^-30. LongPower.cpp has those of f64.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

#include <cstdlib>

using namespace mlir;
using namespace neo;
using Predicate = arith::CmpFPredicate;

/// log2 x for x >= 0 of f32, by log((1 + s) / (1 - s)) = 2 (s + s^3 / 3 + ..).
static Float shortLog2(Float x) {
  BinaryParts parts = splitBinary(x);
  Float s = parts.f / (parts.f + 2.0), z = s * s;
  Float p =
      z.polynomial({2.8853900817779268, 0.9617966791606803, 0.577082859507052,
                    0.4117058594344889, 0.34022778251393637});
  Float log = s.times(p, parts.n.convert());
  return atEdgesOfSize(x, log);
}

/// 2^x, 0 and infinity where f32 has no such number.
static Float shortExp2(Float x) {
  auto [n, rest] = splitInteger(x.atLeast(-200.0).atMost(200.0));
  Float power = rest.polynomial({1.0, 0.6931471807046786, 0.2402265106745158,
                                 0.05550410364646807, 0.009618038030097245,
                                 0.001333393634938677, 0.0001546678328928932,
                                 1.5195828864418042e-05});
  return power * n.powerOfTwo();
}

static Truth isInteger(Float x) { return x.floor().is(Predicate::OEQ, x); }

/// (-|base|)^exponent by `power`, that of |base|: negative for odd exponents,
/// NaN where there is no such number.
static Float powerOfNegative(Float base, Float exponent, Float power) {
  Float size = base.magnitude();
  Float ofInteger = isInteger(exponent * 0.5).choose(power, -power);
  Float outside =
      size.chooseIf(Predicate::ONE, infinity, base.number(notANumber), power);
  outside = size.chooseIf(Predicate::OEQ, 0.0, power, outside);
  return isInteger(exponent).choose(ofInteger, outside);
}

/// The root of -0 is 0 and that of -infinity infinite, as powers are.
static Float rootAsPower(Float base) {
  Float root = base.root() + 0.0;
  return base.chooseIf(Predicate::OEQ, -infinity, base.number(infinity), root);
}

bool neo::isShortPower(double exponent) {
  return llvm::is_contained({-2.0, -1.0, -0.5, 0.5, 1.0, 1.5, 2.0, 3.0},
                            exponent);
}

Float neo::expandShortPower(Float base, double exponent) {
  Float one = base.number(1.0);
  if (exponent == -0.5)
    return one / rootAsPower(base);
  if (exponent == 0.5)
    return rootAsPower(base);
  if (exponent == 1.5) // NaN or not negative.
    return base.magnitude() * rootAsPower(base);
  // A square could leave the range of the type where the result does not.
  Float factor = exponent < 0 ? one / base : base, result = factor;
  for (int left = std::abs(int(exponent)); left > 1; --left)
    result = result * factor;
  return result;
}

static Float shortPower(Float size, Float exponent) {
  return shortExp2(shortLog2(size) * exponent);
}

/// `power` of |base|, by the sign of the base, and where C defines it
/// otherwise.
static Float atEdgesOfPower(Float base, Float exponent, Float power) {
  Float one = base.number(1.0), sign = one.withSignOf(base);
  Float result = sign.chooseIf(Predicate::OLT, 0.0,
                               powerOfNegative(base, exponent, power), power);
  // 1 to any power, -1 to an infinite one, and anything to the power 0.
  Float ofMinusOne =
      exponent.magnitude().chooseIf(Predicate::OEQ, infinity, one, result);
  result = base.chooseIf(Predicate::OEQ, -1.0, ofMinusOne, result);
  result = base.chooseIf(Predicate::OEQ, 1.0, one, result);
  return exponent.chooseIf(Predicate::OEQ, 0.0, one, result);
}

Float neo::expandPow(Float base, Float exponent) {
  if (base.isDouble())
    return atEdgesOfPower(base, exponent,
                          longPower(base.magnitude(), exponent));
  base = base.widened();
  exponent = exponent.widened();
  return atEdgesOfPower(base, exponent, shortPower(base.magnitude(), exponent));
}
