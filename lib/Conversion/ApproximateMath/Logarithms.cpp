//===- Logarithms.cpp - Logarithms on vectors -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Functions.h"

#include <limits>

using namespace mlir;
using namespace neo;
using Predicate = arith::CmpFPredicate;

namespace {
/// x = 2^n * (1 + f), and log(1 + f) = f + tail.
struct ReducedLog {
  Bits n;
  Float f, tail;
};
} // namespace

static Float tailOfSingle(Float f) {
  Float p = f.polynomial({0.3333333134651184, -0.250008225440979,
                          0.20001226663589478, -0.16623356938362122,
                          0.14201761782169342, -0.131601944565773,
                          0.12761549651622772, -0.07634429633617401});
  Float square = f * f;
  return (square * f).times(p, square * -0.5);
}

/// By s = f / (2 + f), of which log(1 + f) = 2 atanh s: half as many terms.
static Float tailOfDouble(Float f) {
  Float s = f / (f + 2.0), z = s * s;
  Float p = z * z.polynomial({0.6666666666666737, 0.39999999999392716,
                              0.2857142874777517, 0.22222197972478241,
                              0.1818359787440398, 0.1531313600996304,
                              0.1480563415748791});
  Float half = f * f * 0.5;
  return s.times(half + p, -half);
}

/// The bits of sqrt(1/2): after subtracting them the exponent is relative to
/// it. It is counted from one that leaves no negative number.
BinaryParts neo::splitBinary(Float x) {
  int64_t root = x.isDouble() ? 0x3fe6a09e667f3bcd : 0x3f3504f3;
  int64_t width = x.mantissaBits(), least = x.exponentBias() + 1;
  Bits bits = x.bits() - root;
  Float one = ((bits & ((int64_t(1) << width) - 1)) + root).asFloat();
  Bits n = (bits + (least << width)).shiftRightUnsigned(width) - least;
  return {n, one - 1.0};
}

/// Denormal numbers are scaled to be normal, and `n` is corrected.
BinaryParts neo::splitAnyBinary(Float x) {
  double leastNormal = x.byWidth(std::numeric_limits<float>::min(),
                                 std::numeric_limits<double>::min());
  double scale = x.byWidth(0x1p23, 0x1p52);
  Float factor =
      x.chooseIf(Predicate::OLT, leastNormal, x.number(scale), x.number(1.0));
  auto [n, f] = splitBinary(x * factor);
  Bits scaled = factor.bits().shiftRightUnsigned(x.mantissaBits());
  return {n - (scaled - x.exponentBias()), f};
}

static ReducedLog reduceLog(BinaryParts parts) {
  Float f = parts.f;
  return {parts.n, f, f.isDouble() ? tailOfDouble(f) : tailOfSingle(f)};
}

Float neo::atEdgesOfSize(Float x, Float log, double zero) {
  Float upTo = x.chooseIf(Predicate::OLT, infinity, log, x);
  return x.chooseIf(Predicate::OEQ, zero, x.number(-infinity), upTo);
}

/// Selects the results for 0, negative numbers and NaN.
static Float atEdges(Float x, double zero, Float result) {
  Float right = atEdgesOfSize(x, result, zero);
  return x.chooseIf(Predicate::OLT, zero, x.number(notANumber), right);
}

/// n * ln 2 + f + tail, ln 2 in two parts, the first so short that its
/// multiples are exact.
static Float combineLog(ReducedLog log) {
  Float n = log.n.convert();
  double high = n.byWidth(0.693359375, 0.6931471803691238);
  double low = n.byWidth(-2.12194440e-4, 1.9082149292705877e-10);
  Float tail = n.times(low, log.tail);
  return n.times(high, log.f + tail);
}

Float neo::expandLog(Float x) {
  return atEdges(x, 0.0, combineLog(reduceLog(splitAnyBinary(x))));
}

Float neo::expandLog2(Float x) {
  ReducedLog log = reduceLog(splitAnyBinary(x));
  double high = x.byWidth(1.4426950216293335, 1.4426950408889634);
  double low = x.byWidth(1.925963033500011e-08, 2.0355273740931033e-17);
  Float rest = log.tail.times(high, log.f * low);
  return atEdges(x, 0.0, log.n.convert() + log.f.times(high, rest));
}

Float neo::expandLog10(Float x) {
  ReducedLog log = reduceLog(splitAnyBinary(x));
  Float n = log.n.convert();
  double high = x.byWidth(0.4342944920063019, 0.4342944819032518);
  double low = x.byWidth(-1.0103049952192578e-08, 1.098319650216765e-17);
  // log10 2, the first part short.
  double highOfTwo = x.byWidth(0.301025390625, 0.30102999566395283);
  double lowOfTwo = x.byWidth(4.6050389811952e-06, 2.8363394551044964e-14);
  Float rest = log.tail.times(high, log.f * low);
  rest = log.f.times(high, n.times(lowOfTwo, rest));
  return atEdges(x, 0.0, n.times(highOfTwo, rest));
}

Float neo::expandLog1p(Float x) {
  Float one = x.number(1.0), sum = one + x;
  // The exact rounding error of the sum; log(1 + f + lost) exceeds log(1 + f)
  // by about lost * (1 - f).
  Float rounded = sum - one;
  Float lost = (one - (sum - rounded)) + (x - rounded);
  ReducedLog log = reduceLog(splitBinary(sum));
  // In two steps: the least power of 2 is not normal.
  lost = lost * (-log.n + 2).powerOfTwo() * 0.25;
  log.tail = log.tail + (lost - lost * log.f);
  Float result = atEdges(x, -1.0, combineLog(log));
  return x.chooseIf(Predicate::OEQ, 0.0, x, result);
}
