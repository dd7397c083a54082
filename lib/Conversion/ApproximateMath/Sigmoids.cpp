//===- Sigmoids.cpp - tanh and erf on vectors -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace neo;
using Predicate = arith::CmpFPredicate;

/// x + x^3 T(x^2) for |x| < 0.625, of |x|.
static Float tanhNear(Float size) {
  Float z = size * size;
  Float t = z.polynomial(
      {-0.3333328068256378, 0.13331441581249237, -0.05373971164226532,
       0.020639078691601753, -0.005704978480935097},
      {-0.33333333333332865, 0.13333333333263295, -0.0539682539317944,
       0.021869487587709752, -0.008863221150933801, 0.003591990348598886,
       -0.001454964832030122, 0.0005863358638988447, -0.0002286030449377275,
       7.718836114922026e-05, -1.6094044624971353e-05});
  return (size * z).times(t, size);
}

Float neo::expandTanh(Float x) {
  Float size = x.magnitude();
  // Beyond, the result is 1.
  double limit = x.byWidth(9.02, 19.1);
  Float power = expandModestPower(size.atMost(limit) * 2.0);
  Float far = x.number(1.0) - x.number(2.0) / (power + 1.0);
  return size.chooseIf(Predicate::OLT, 0.625, tanhNear(size), far)
      .withSignOf(x);
}

/// x + x E(x^2) for |x| < 0.8, and 1 - e^P(x) beyond.
static Float erfOfSingle(Float x) {
  Float size = x.magnitude();
  Float e = (x * x).polynomial({0.12837916612625122, -0.3761260211467743,
                                0.11283113062381744, -0.02682080678641796,
                                0.005085130222141743, -0.0006535234861075878});
  Float near = x.times(e, x);
  Float logOfRest = size.atMost(4.0).polynomial(
      {-5.684167626895942e-05, -1.1282713413238525, -0.6361420750617981,
       -0.10487645119428635, 0.022697411477565765, -0.0031649002339690924,
       0.00020870048319920897});
  Float far = x.number(1.0) - expandModestPower(logOfRest);
  return size.chooseIf(Predicate::OLT, 0.8, near, far.withSignOf(x));
}

/// 1 - erf x for 1 <= x < 6: e^-x^2 times a function that falls slowly, which
/// is one of t = 1 / (1 + x / 2).
static Float restOfErf(Float x) {
  Float t = x.number(1.0) / x.times(0.5, x.number(1.0));
  Float q = t.polynomial(
      {0.282117761117925, 0.2815507534600195, 0.25271866882862465,
       0.1379203590574212, 0.25133888072619515, -0.5174358452453003,
       1.0609763923422049, -1.7660560346002676, 1.755142272744671,
       -1.022494113359806, 0.33076052175341586, -0.04653991431897266});
  return q * t * expandModestPower(-(x * x));
}

static Float erfOfDouble(Float x) {
  Float size = x.magnitude();
  Float e = (x * x).polynomial(
      {0.12837916709551256, -0.3761263890318345, 0.11283791670942252,
       -0.026866170642874186, 0.005223977604515683, -0.0008548325863496246,
       0.0001205529184608205, -1.492468251985881e-05, 1.6446797840644542e-06,
       -1.6203967432691729e-07, 1.3701582583541285e-08,
       -7.763108818721946e-10});
  Float far = x.number(1.0) - restOfErf(size.atMost(6.0));
  return size.chooseIf(Predicate::OLT, 1.0, x.times(e, x), far.withSignOf(x));
}

Float neo::expandErf(Float x) {
  return x.isDouble() ? erfOfDouble(x) : erfOfSingle(x);
}
