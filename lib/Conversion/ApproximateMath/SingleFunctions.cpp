//===- SingleFunctions.cpp - exp, log and others on vectors of f32 --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SingleFunctions.h"

#include "TableFunctions.h"

#include "Neo/Conversion/Lanes.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace neo;
using Predicate = arith::CmpFPredicate;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double log2OfE = 1.4426950408889634;

//===----------------------------------------------------------------------===//
// Powers of e
//===----------------------------------------------------------------------===//

namespace {
/// x = n * ln 2 + rest.
struct ReducedPower {
  Bits n;
  Single rest;
};
} // namespace

/// Adding 1.5 * 2^23 rounds to an integer, which is in the low bits of the sum.
/// A conversion to integers would lose NaN.
static ReducedPower reducePower(Single x) {
  Single magic = x.number(12582912.0);
  Single shifted = x.times(log2OfE, magic);
  Single n = shifted - magic;
  // ln 2 in two parts, the first so short that its multiples are exact.
  Single rest = n.times(-0.693145751953125, x);
  return {shifted.bits() - magic.bits(), n.times(-1.428606765330187e-06, rest)};
}

/// 2^n for -127 < n < 128.
static Single powerOfTwo(Bits n) { return (n + 127).shiftLeft(23).asSingle(); }

/// e^r - 1 for |r| < 0.35.
static Single polynomialOfPower(Single r) {
  Single q = r.polynomial({0.5, 0.1666654348373413, 0.04166628047823906,
                           0.00836661085486412, 0.0013946493854746222});
  return (r * r).times(q, r);
}

static Single expand(math::ExpOp, Single x) {
  ReducedPower power = reducePower(x.atLeast(-104.0).atMost(89.0));
  // In two steps, as 2^n may overflow f32 although the result does not.
  Bits half = power.n.shiftRight(1);
  return (polynomialOfPower(power.rest) + 1.0) * powerOfTwo(half) *
         powerOfTwo(power.n - half);
}

/// e^x for |x| < 80.
static Single expandModestPower(Single x) {
  ReducedPower power = reducePower(x);
  Single result = polynomialOfPower(power.rest) + 1.0;
  return result * powerOfTwo(power.n);
}

static Single expand(math::ExpM1Op, Single x) {
  ReducedPower power = reducePower(x.atLeast(-18.0).atMost(89.0));
  // Scaled by one half, as 2^128 overflows f32.
  Single scale = powerOfTwo(power.n - 1);
  Single result = scale.times(polynomialOfPower(power.rest), scale - 0.5) * 2.0;
  return x.chooseIf(Predicate::OEQ, 0.0, x, result);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

namespace {
/// x = 2^n * (1 + f), and log(1 + f) = f + tail.
struct ReducedLog {
  Bits n;
  Single f, tail;
};
} // namespace

/// The bits of sqrt(1/2): after subtracting them the exponent is relative to
/// it.
constexpr int64_t rootOfHalf = 0x3f3504f3;

static ReducedLog reduceLog(Single x) {
  Bits bits = x.bits() - rootOfHalf;
  Single f = ((bits & 0x7fffff) + rootOfHalf).asSingle() - 1.0;
  Single p = f.polynomial({0.3333333134651184, -0.250008225440979,
                           0.20001226663589478, -0.16623356938362122,
                           0.14201761782169342, -0.131601944565773,
                           0.12761549651622772, -0.07634429633617401});
  Single square = f * f;
  return {bits.shiftRight(23), f, (square * f).times(p, square * -0.5)};
}

/// Denormal numbers are scaled to be normal, and `n` is corrected.
static ReducedLog reduceAnyLog(Single x) {
  double leastNormal = std::numeric_limits<float>::min();
  Single factor =
      x.chooseIf(Predicate::OLT, leastNormal, x.number(8388608.0), x.number(1));
  ReducedLog log = reduceLog(x * factor);
  log.n = log.n - (factor.bits().shiftRight(23) - 127);
  return log;
}

/// Selects the results for 0, negative numbers and NaN.
static Single atEdges(Single x, double zero, Single result) {
  Single outside = x.chooseIf(Predicate::OEQ, zero, x.number(-infinity),
                              x.number(notANumber));
  Single upTo = x.chooseIf(Predicate::OLT, infinity, result, x);
  return x.chooseIf(Predicate::OGT, zero, upTo, outside);
}

/// n * ln 2 + f + tail, ln 2 in two parts.
static Single combineLog(ReducedLog log) {
  Single n = log.n.convert();
  Single tail = n.times(-2.12194440e-4, log.tail);
  return n.times(0.693359375, log.f + tail);
}

static Single expand(math::LogOp, Single x) {
  return atEdges(x, 0.0, combineLog(reduceAnyLog(x)));
}

static Single expand(math::Log2Op, Single x) {
  ReducedLog log = reduceAnyLog(x);
  float high = log2OfE;
  Single low = log.tail.times(high, log.f * (log2OfE - high));
  return atEdges(x, 0.0, log.n.convert() + log.f.times(high, low));
}

static Single expand(math::Log1pOp, Single x) {
  Single one = x.number(1.0), sum = one + x;
  // The exact rounding error of the sum; log(1 + f + lost) exceeds log(1 + f)
  // by about lost * (1 - f).
  Single rounded = sum - one;
  Single lost = (one - (sum - rounded)) + (x - rounded);
  ReducedLog log = reduceLog(sum);
  // In two steps: 2^-128 is no normal f32.
  lost = lost * powerOfTwo(-log.n + 2) * 0.25;
  log.tail = log.tail + (lost - lost * log.f);
  Single result = atEdges(x, -1.0, combineLog(log));
  return x.chooseIf(Predicate::OEQ, 0.0, x, result);
}

//===----------------------------------------------------------------------===//
// Sigmoids
//===----------------------------------------------------------------------===//

static Single expand(math::TanhOp, Single x) {
  Single size = x.magnitude(), square = x * x;
  Single t = square.polynomial({-0.3333328068256378, 0.13331441581249237,
                                -0.05373971164226532, 0.020639078691601753,
                                -0.005704978480935097});
  Single near = (size * square).times(t, size);
  Single power = expandModestPower(size.atMost(9.02) * 2.0);
  Single far = x.number(1.0) - x.number(2.0) / (power + 1.0);
  return size.chooseIf(Predicate::OLT, 0.625, near, far).withSignOf(x);
}

static Single expand(math::ErfOp, Single x) {
  Single size = x.magnitude();
  Single e = (x * x).polynomial({0.12837916612625122, -0.3761260211467743,
                                 0.11283113062381744, -0.02682080678641796,
                                 0.005085130222141743, -0.0006535234861075878});
  Single near = x.times(e, x);
  Single logOfRest = size.atMost(4.0).polynomial(
      {-5.684167626895942e-05, -1.1282713413238525, -0.6361420750617981,
       -0.10487645119428635, 0.022697411477565765, -0.0031649002339690924,
       0.00020870048319920897});
  Single far = x.number(1.0) - expandModestPower(logOfRest);
  return size.chooseIf(Predicate::OLT, 0.8, near, far.withSignOf(x));
}

namespace {
/// One of the functions, on f32 or on halves.
template <typename Op> struct ExpandFunction : OpRewritePattern<Op> {
  ExpandFunction(MLIRContext *context, bool hasAVX512)
      : OpRewritePattern<Op>(context), hasAVX512(hasAVX512) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    bool isHalf = element.isF16() || element.isBF16();
    if (isa<TensorType>(type))
      return rewriter.notifyMatchFailure(op, "a tensor is not in registers");
    if (!isHalf && !element.isF32())
      return rewriter.notifyMatchFailure(op, "the C library computes this");
    Value x = op.getOperand();
    if (isHalf)
      x = arith::ExtFOp::create(rewriter, op.getLoc(), widen(type, rewriter),
                                x);
    Single argument(rewriter, op.getLoc(), x);
    Value result = hasAVX512 ? expandByTable(op, argument) : Value();
    if (!result)
      result = expand(op, argument);
    if (isHalf)
      result = arith::TruncFOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static Type widen(Type type, Builder &b) {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? Type(vector.clone(b.getF32Type())) : b.getF32Type();
  }

  bool hasAVX512;
};
} // namespace

void neo::populateSingleFunctions(RewritePatternSet &patterns, bool hasAVX512) {
  patterns.add<ExpandFunction<math::ExpOp>, ExpandFunction<math::ExpM1Op>,
               ExpandFunction<math::LogOp>, ExpandFunction<math::Log2Op>,
               ExpandFunction<math::Log1pOp>, ExpandFunction<math::TanhOp>,
               ExpandFunction<math::ErfOp>>(patterns.getContext(), hasAVX512);
}
