//===- Trigonometric.cpp - sin, cos and tan on vectors --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace neo;

namespace {
/// x = n * pi/2 + rest, |rest| < 0.79.
struct Quadrant {
  Bits n;
  Float rest;
};
} // namespace

/// Up to here n is right although 2/pi is rounded, and has so few bits that the
/// first of the products below leaves an exact difference, and that the part of
/// pi/2 which is missing is less than a rounding of the least rest.
double neo::largestPeriodicArgument(Float x) {
  return x.byWidth(0x1p17, 0x1p40);
}

/// Cody and Waite's reduction. Each product is exact in an FMA.
static Quadrant findQuadrant(Float x) {
  Float magic = x.roundingMagic();
  Float shifted = x.times(0.6366197723675814, magic);
  Float n = shifted - magic;
  double first = x.byWidth(1.5707963705062866, 1.5707963267948966);
  double second = x.byWidth(-4.371138828673793e-08, 6.123233995736766e-17);
  double third = x.byWidth(-1.7151245100058819e-15, -1.4973849048591698e-33);
  Float rest = n.times(-third, n.times(-second, n.times(-first, x)));
  return {shifted.bits(), rest};
}

static Float sinOfRest(Float r) {
  Float z = r * r;
  Float s = z.polynomial({-0.1666666716337204, 0.008333378471434116,
                          -0.00019852562400046736, 2.82634482573485e-06},
                         {-0.16666666666666627, 0.008333333333321067,
                          -0.00019841269828696191, 2.7557313297750523e-06,
                          -2.5050695330918196e-08, 1.5893104192339114e-10});
  return (r * z).times(s, r);
}

static Float cosOfRest(Float r) {
  Float z = r * r;
  Float c = z.polynomial(
      {0.04166664555668831, -0.0013887297827750444, 2.4430084522464313e-05},
      {0.041666666666666664, -0.0013888888888888397, 2.480158730119466e-05,
       -2.755731906883581e-07, 2.0876724263703223e-09, -1.1467158177164377e-11,
       4.607629657991834e-14});
  return (z * z).times(c, z.times(-0.5, r.number(1.0)));
}

/// sin(n * pi/2 + rest).
static Float sinInQuadrant(Quadrant at) {
  Truth isEven = (at.n & 1).isZero();
  Float size = isEven.choose(sinOfRest(at.rest), cosOfRest(at.rest));
  int64_t toSign = at.rest.isDouble() ? 62 : 30;
  return (size.bits() ^ (at.n & 2).shiftLeft(toSign)).asFloat();
}

Float neo::expandSin(Float x) {
  Float result = sinInQuadrant(findQuadrant(x));
  return x.chooseIf(Float::Predicate::OEQ, 0.0, x, result);
}

Float neo::expandCos(Float x) {
  Quadrant at = findQuadrant(x);
  return sinInQuadrant({at.n + 1, at.rest});
}

static Float tanOfRest(Float r) {
  Float z = r * r;
  Float t = z.polynomial(
      {0.33333349227905273, 0.13332676887512207, 0.05405867472290993,
       0.021287599578499794, 0.010823656804859638, 0.00010312493395758793,
       0.004370291251689196},
      {0.3333333333333338, 0.1333333333332547, 0.05396825397278395,
       0.021869488403518694, 0.008863237843529935, 0.003592101789090175,
       0.0014560386370136267, 0.0005889008217484707, 0.00024361711123083545,
       8.391130195343104e-05, 6.656576790985728e-05, -2.4788549121630095e-05,
       4.791944125216879e-05, -2.3914406195412892e-05, 9.718144572389712e-06});
  return (r * z).times(t, r);
}

Float neo::expandTan(Float x) {
  Quadrant at = findQuadrant(x);
  Float t = tanOfRest(at.rest);
  Float result = (at.n & 1).isZero().choose(t, x.number(-1.0) / t);
  return x.chooseIf(Float::Predicate::OEQ, 0.0, x, result);
}
