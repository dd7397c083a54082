//===- TableFunctions.cpp - Functions of f32 for AVX-512 ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TableFunctions.h"

#include "FunctionTables.h"

#include "Neo/Conversion/WideInstructions.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace neo;

namespace {
/// A function that tends to 1, in intervals of width `step`.
struct Sigmoid {
  double step;
  /// Beyond, the function is 1.
  double limit;
  /// From this interval on the polynomials are of f(x) - 1, before of
  /// f(x) / x - 1.
  double firstFar;
};
} // namespace

static Float expandExp(WideInstructions &avx, Float x) {
  // Rounds to sixteenths, which are the low bits then.
  Float magic = x.number(786432.0);
  Float shifted = x.times(1.4426950408889634, magic);
  Float n = shifted - magic;
  Float rest = n.times(-0.693145751953125, x);
  rest = n.times(-1.428606765330187e-06, rest);
  // Where the result is 0 or infinite, or x is NaN, n alone determines it; the
  // rest, which may be any number, is clamped so as not to change it.
  rest = avx.within(rest, 0.022);
  Float q = rest.polynomial({0.5000161835302053, 0.1666702582811713});
  Float power = avx.lookUp(shifted.bits(), tables::expPowers);
  return avx.scale((rest * rest).times(q, rest).times(power, power), n);
}

static Float expandLog(WideInstructions &avx, Float x) {
  Float m = avx.mantissa(x), n = avx.exponent(x);
  Bits sixteenth = m.bits().shiftRight(19);
  Float r =
      m.times(avx.lookUp(sixteenth, tables::logReciprocals), x.number(-1.0));
  Float q = r.polynomial(
      {-0.5, 0.33334437012672424, -0.2500750422477722, 0.1886691004037857});
  Float offset =
      n.times(0.6931471805599453, avx.lookUp(sixteenth, tables::logOffsets));
  return offset + (r * r).times(q, r);
}

static Float expandLog2(WideInstructions &avx, Float x) {
  Float m = avx.mantissa(x), n = avx.exponent(x);
  Bits sixteenth = m.bits().shiftRight(19);
  Float r =
      m.times(avx.lookUp(sixteenth, tables::log2Reciprocals), x.number(-1.0));
  // The first coefficient, 1 / ln 2, in two parts.
  float high = 1.4426950408889634;
  Float q = r.polynomial({1.4426950408889634 - high, -0.7213475108146667,
                          0.48089835047721863, -0.3606988191604614,
                          0.2886674702167511, -0.2246006578207016});
  Float offset = n + avx.lookUp(sixteenth, tables::log2Offsets);
  return offset + r.times(high, q * r);
}

namespace {
/// The coefficients of the polynomial for the interval that contains |x|.
struct Looked {
  Float interval, value;
};
} // namespace

template <size_t entries>
static Looked lookUpPolynomial(WideInstructions &avx, Float x, Sigmoid shape,
                               const float (&powers)[6][entries]) {
  Float size = x.magnitude().atMost(shape.limit);
  Float magic = x.number(12582912.0);
  Float shifted = size.times(1.0 / shape.step, magic);
  Float interval = shifted - magic;
  Float distance = interval.times(-shape.step, size);
  Float q = avx.lookUp(shifted.bits(), powers[5]);
  for (int power = 4; power >= 0; --power)
    q = q.times(distance, avx.lookUp(shifted.bits(), powers[power]));
  return {interval, q};
}

template <size_t entries>
static Float expandSigmoid(WideInstructions &avx, Float x, Sigmoid shape,
                           const float (&powers)[6][entries]) {
  Looked q = lookUpPolynomial(avx, x, shape, powers);
  Float m = q.interval.chooseIf(arith::CmpFPredicate::OLT, shape.firstFar, x,
                                x.number(1.0).withSignOf(x));
  return m.times(q.value, m);
}

/// Is `value` a number of at least 1, or at most -1?
static bool isAtLeastOne(Value value) {
  DenseFPElementsAttr number;
  return matchPattern(value, m_Constant(&number)) && number.isSplat() &&
         std::abs(number.getSplatValue<APFloat>().convertToDouble()) >= 1;
}

/// Is `function` only added to such numbers? Then its relative accuracy near 0
/// is not needed.
static bool isInSums(Operation *function) {
  return llvm::all_of(function->getUsers(), [](Operation *user) {
    return isa<arith::AddFOp>(user) &&
           llvm::any_of(user->getOperands(), isAtLeastOne);
  });
}

static Float expandErf(WideInstructions &avx, Float x, bool inSums) {
  Sigmoid shape = {131.0 / 512, 3.96, 4.0};
  if (!inSums)
    return expandSigmoid(avx, x, shape, tables::erfPowers);
  return lookUpPolynomial(avx, x, shape, tables::erfInSumPowers)
      .value.withSignOf(x);
}

static bool hasTable(Operation *function) {
  return isa<math::ExpOp, math::LogOp, math::Log2Op, math::TanhOp, math::ErfOp>(
      function);
}

/// `function` of sixteen lanes.
static Value expandSixteen(Operation *function, Float x) {
  OpBuilder b(function);
  WideInstructions avx(b, function->getLoc());
  return llvm::TypeSwitch<Operation *, Value>(function)
      .Case([&](math::ExpOp) { return expandExp(avx, x); })
      .Case([&](math::LogOp) { return expandLog(avx, x); })
      .Case([&](math::Log2Op) { return expandLog2(avx, x); })
      .Case([&](math::TanhOp) {
        return expandSigmoid(avx, x, {37.0 / 128, 9.1, 4.0},
                             tables::tanhPowers);
      })
      .Case([&](math::ErfOp op) { return expandErf(avx, x, isInSums(op)); })
      .DefaultUnreachable("a function without a table");
}

/// Repeats the lanes of `x` to fill sixteen.
static Value repeatLanes(OpBuilder &b, Location loc, Value x, int64_t lanes) {
  auto type = dyn_cast<VectorType>(x.getType());
  if (!type)
    return vector::BroadcastOp::create(b, loc, VectorType::get(16, x.getType()),
                                       x);
  SmallVector<int64_t> places = llvm::map_to_vector(
      llvm::seq<int64_t>(16), [&](int64_t lane) { return lane % lanes; });
  return vector::ShuffleOp::create(b, loc, x, x, places);
}

/// The first lanes of `x`, as a value of `type`.
static Value firstLanes(OpBuilder &b, Location loc, Value x, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return vector::ExtractOp::create(b, loc, x, int64_t(0));
  return vector::ShuffleOp::create(
      b, loc, x, x,
      llvm::to_vector(llvm::seq<int64_t>(vector.getNumElements())));
}

/// The result of a function must not depend on the number of lanes in which a
/// kernel computes it: fewer than sixteen are computed as sixteen.
Value neo::expandByTable(Operation *function, Float x) {
  Type type = Value(x).getType();
  auto vector = dyn_cast<VectorType>(type);
  int64_t lanes = vector ? vector.getNumElements() : 1;
  if (!hasTable(function) || lanes > 16 || (vector && vector.getRank() != 1))
    return {};
  if (lanes == 16)
    return expandSixteen(function, x);
  OpBuilder b(function);
  Location loc = function->getLoc();
  Value repeated = repeatLanes(b, loc, x, lanes);
  return firstLanes(b, loc, expandSixteen(function, Float(b, loc, repeated)),
                    type);
}
