//===- LongPower.cpp - Powers of f64 on vectors ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// x^y = 2^(y log2 x). The power multiplies what the logarithm rounds by up to
// 1024, so the logarithm is a pair of f64, the second what the first has
// rounded. Terms of s^2 < 0.03 need fewer digits than those before, which are
// multiplied by them.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace neo;

namespace {
/// high + low, where high is the sum rounded.
struct Pair {
  Float high, low;
};
} // namespace

/// Exact.
static Pair multiply(Float a, Float b) {
  Float high = a * b;
  return {high, a.times(b, -high)};
}

static Pair multiply(Pair a, Pair b) {
  Pair product = multiply(a.high, b.high);
  Float low = a.high.times(b.low, product.low);
  return {product.high, a.low.times(b.high, low)};
}

/// a + b, where a is larger or 0.
static Pair add(Pair a, Pair b) {
  Float high = a.high + b.high;
  return {high, (a.high - high) + b.high + (a.low + b.low)};
}

static Pair constant(Float like, double high, double low) {
  return {like.number(high), like.number(low)};
}

/// s = f / (2 + f).
static Pair divideBySum(Float f) {
  Float sum = f + 2.0, lost = f - (sum - 2.0);
  Float inverse = f.number(1.0) / sum, s = f * inverse;
  Float rest = (-s).times(lost, (-s).times(sum, f));
  return {s, rest * inverse};
}

/// log2(1 + f) = 2 / ln 2 (s + s^3 / 3 + s^5 / 5 + ..).
static Pair log2OfSum(Float f) {
  Pair s = divideBySum(f), z = multiply(s, s);
  Float q =
      z.high * z.high.polynomial({0.1999999999999999, 0.14285714285721915,
                                  0.11111111108896528, 0.0909090942180576,
                                  0.07692279225018687, 0.06668131942436746,
                                  0.05837894339013172, 0.059908618578873044});
  Float zero = f.number(0.0);
  Pair third = constant(f, 0.3333333333333333, 1.850371707708594e-17);
  Pair series = multiply(z, add(third, {q, zero}));
  series = add({f.number(1.0), zero}, series);
  Pair scale = constant(f, 2.8853900817779268, 4.0710547481862066e-17);
  return multiply(scale, multiply(s, series));
}

static Pair log2OfSize(Float x) {
  auto [n, f] = splitAnyBinary(x);
  return add({n.convert(), x.number(0.0)}, log2OfSum(f));
}

Float neo::longPower(Float size, Float exponent) {
  Pair log = log2OfSize(size);
  Float high = exponent * atEdgesOfSize(size, log.high);
  Float low = exponent.times(log.low, exponent.times(log.high, -high));
  return expandExp2(high, low);
}
