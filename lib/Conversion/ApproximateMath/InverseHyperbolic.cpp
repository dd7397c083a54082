//===- InverseHyperbolic.cpp - asinh, acosh and atanh on vectors ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All are log1p of a sum of positive terms, of which nothing cancels.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace neo;

/// log(1 + t), or log(2 size) where `size` is so large that the function is.
static Float logOf(Float t, Float size) {
  Truth isLarge = size.is(Float::Predicate::OGT, size.byWidth(0x1p25, 0x1p54));
  Float log = expandLog1p(isLarge.choose(size, t));
  return log +
         isLarge.choose(size.number(0.6931471805599453), size.number(0.0));
}

/// log(a + sqrt(a^2 + 1)) for a = |x|.
Float neo::expandAsinh(Float x) {
  Float size = x.magnitude(), one = x.number(1.0), square = size * size;
  Float root = (square + one).root();
  return logOf(size + square / (one + root), size).withSignOf(x);
}

/// log(x + sqrt(x^2 - 1)), with t = x - 1, which is exact near 1.
Float neo::expandAcosh(Float x) {
  Float t = x - 1.0;
  Float root = (t * (x + 1.0)).root();
  Float result = logOf(t + root, x);
  return x.chooseIf(Float::Predicate::OLT, 1.0, x.number(notANumber), result);
}

/// log((1 + a) / (1 - a)) / 2 for a = |x|: that of 1 + 2 a / (1 - a), which is
/// 1 + 2 a + 2 a^2 / (1 - a). For small a the second form rounds less, for
/// large ones 1 - a is exact.
Float neo::expandAtanh(Float x) {
  Float size = x.magnitude(), twice = size + size;
  Float quotient = twice / (x.number(1.0) - size);
  Float t = size.chooseIf(Float::Predicate::OLT, 0.5,
                          size.times(quotient, twice), quotient);
  return (expandLog1p(t) * 0.5).withSignOf(x);
}
