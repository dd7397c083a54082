//===- InverseTrigonometric.cpp - Angles on vectors -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace neo;
using Predicate = arith::CmpFPredicate;

namespace {
/// A number in two parts, of which the second is what rounding took.
struct Parts {
  double high, low;
};
} // namespace

static Parts halfPi(Float x) {
  return x.isDouble() ? Parts{1.5707963267948966, 6.123233995736766e-17}
                      : Parts{1.5707963705062866, -4.371138828673793e-08};
}

//===----------------------------------------------------------------------===//
// asin and acos
//===----------------------------------------------------------------------===//

namespace {
/// asin x = angle + correction for |x| < 0.56; beyond, these are half of
/// pi/2 - asin |x|.
struct Arc {
  Truth isNear;
  Float angle, correction;
};
} // namespace

/// Where the two forms meet, half the angle is less than one half, so that its
/// rounding weighs no more in the result than that of the near form.
static Arc findArc(Float x) {
  Float size = x.magnitude();
  Truth isNear = size.is(Predicate::OLT, 0.56);
  Float z = isNear.choose(x * x, (x.number(1.0) - size) * 0.5);
  Float s = isNear.choose(size, z.root());
  Float p = z.polynomial(
      {0.16666632890701294, 0.07502012699842453, 0.044246818870306015,
       0.03390459343791008, 0.007085373625159264, 0.04707782343029976},
      {0.16666666666666696, 0.07499999999990445, 0.04464285715368344,
       0.030381943823116882, 0.02237218028946552, 0.017352294673496867,
       0.013971976903058493, 0.011475087254213217, 0.010356920809739153,
       0.005033720212261066, 0.020998394339443893, -0.0331345969898252,
       0.08361724081702893, -0.09037264389578609, 0.06327920356963872});
  return {isNear, s, s * z * p};
}

Float neo::expandAsin(Float x) {
  Arc arc = findArc(x);
  Parts half = halfPi(x);
  Float far = (x.number(half.high) - arc.angle * 2.0) -
              (arc.correction * 2.0 - half.low);
  return arc.isNear.choose(arc.angle + arc.correction, far).withSignOf(x);
}

Float neo::expandAcos(Float x) {
  Arc arc = findArc(x);
  Parts half = halfPi(x);
  Float angle = arc.angle.withSignOf(x), rest = arc.correction.withSignOf(x);
  Float near = (x.number(half.high) - angle) - (rest - half.low);
  Float twice = (arc.angle + arc.correction) * 2.0;
  Float far =
      x.chooseIf(Predicate::OLT, 0.0,
                 (x.number(2 * half.high) - twice) + 2 * half.low, twice);
  return arc.isNear.choose(near, far);
}

//===----------------------------------------------------------------------===//
// atan
//===----------------------------------------------------------------------===//

/// The angle of a slope a / b >= 0, in [0, pi/2].
static Float angleOfSlope(Float a, Float b) {
  Truth isNear = a.is(Predicate::OLE, b * 0.41421356237309503);
  Truth isFar = a.is(Predicate::OGT, b * 2.414213562373095);
  Float zero = a.number(0.0);
  Float up = isFar.choose(-b, isNear.choose(a, a - b));
  Float along = isFar.choose(a, isNear.choose(b, a + b));
  // 0 of 0 is 0.
  Float t = up.chooseIf(Predicate::OEQ, 0.0, up, up / along);
  Float z = t * t;
  Float p = z.polynomial(
      {-0.33333316445350647, 0.19998528063297272, -0.14244391024112701,
       0.10599169880151749, -0.060900624841451645},
      {-0.33333333333333326, 0.1999999999999723, -0.14285714285343465,
       0.11111111085838137, -0.09090908071505809, 0.07692281303423933,
       -0.06666207549210733, 0.05876851814225407, -0.052174067245336235,
       0.044998236266016844, -0.03339430424010008, 0.01511954002142736});
  Parts half = halfPi(a);
  auto offset = [&](double part) {
    return isFar.choose(a.number(part),
                        isNear.choose(zero, a.number(part / 2)));
  };
  Float rest = (t * z).times(p, offset(half.low));
  return offset(half.high) + (t + rest);
}

Float neo::expandAtan(Float x) {
  return angleOfSlope(x.magnitude(), x.number(1.0)).withSignOf(x);
}

Float neo::expandAtan2(Float y, Float x) {
  Float a = y.magnitude(), b = x.magnitude(), one = x.number(1.0);
  // Sums must not overflow, multiples of denormal numbers are not to be
  // rounded, and infinity has a slope of 1 to infinity.
  double large = x.byWidth(0x1p125, 0x1p1021);
  double small = x.byWidth(0x1p-96, 0x1p-960), up = x.byWidth(0x1p64, 0x1p128);
  Float larger = b.is(Predicate::OLT, a).choose(a, b);
  Truth isLarge = larger.is(Predicate::OGT, large);
  Truth isSmall = larger.is(Predicate::OLT, small);
  Float scale =
      isLarge.choose(x.number(0.25), isSmall.choose(x.number(up), one));
  Truth areInfinite =
      b.is(Predicate::OEQ, infinity) & a.is(Predicate::OEQ, infinity);
  Float angle = angleOfSlope(areInfinite.choose(one, a * scale),
                             areInfinite.choose(one, b * scale));
  Parts half = halfPi(x);
  Float obtuse = (x.number(2 * half.high) - angle) + 2 * half.low;
  Float signOfX = one.withSignOf(x);
  return signOfX.chooseIf(Predicate::OLT, 0.0, obtuse, angle).withSignOf(y);
}
