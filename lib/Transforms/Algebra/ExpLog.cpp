//===- ExpLog.cpp - Logarithms of functions of one exponential ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ExpLog.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace neo;

namespace {
/// factor * u + constant.
struct Line {
  int factor;
  double constant;
};

class LogBuilder : FactorBuilder {
public:
  LogBuilder(OpBuilder &b, Location loc, Value u)
      : FactorBuilder{b, loc, u.getType()}, u(u) {}

  Value emitLine(Line line);
  Value emitLines(Line above, Line below, FallingExp &t);
  Value emitTwoTerms(const ExpRational &of, FallingExp &t);
  Value emitAny(const ExpRational &of, FallingExp &t);

private:
  Value scale(Value value, int factor);
  Value add(Value value, double constant);

  Value u;
};
} // namespace

Value LogBuilder::scale(Value value, int factor) {
  if (factor == 1)
    return value;
  if (factor == -1)
    return arith::NegFOp::create(b, loc, value);
  return multiply(number(factor), value);
}

Value LogBuilder::add(Value value, double constant) {
  if (constant == 0)
    return value;
  return arith::AddFOp::create(b, loc, value, number(constant));
}

Value LogBuilder::emitLine(Line line) {
  return line.factor == 0 ? number(line.constant)
                          : add(scale(u, line.factor), line.constant);
}

/// The line `above` where u is positive, and `below` elsewhere.
Value LogBuilder::emitLines(Line above, Line below, FallingExp &t) {
  if (t.knowsSign())
    return t.choose(emitLine(above), emitLine(below));
  if (above.constant == below.constant && below.factor == 0)
    return add(
        scale(arith::MaximumFOp::create(b, loc, u, number(0)), above.factor),
        above.constant);
  if (above.constant == below.constant && above.factor == 0)
    return add(
        scale(arith::MinimumFOp::create(b, loc, u, number(0)), below.factor),
        below.constant);
  return t.choose(emitLine(above), emitLine(below));
}

/// Of s * e^p * (1 + q e^n)^k.
Value LogBuilder::emitTwoTerms(const ExpRational &of, FallingExp &t) {
  const ExpRational::Factor &factor = of.getFactors().front();
  double q = factor.polynomial.back(), scaled = std::log(of.getScale());
  Value smaller = raise(t.get(), int(factor.polynomial.size()) - 1);
  if (q != 1)
    smaller = multiply(t.choose(number(1 / q), number(q)), smaller);
  Value linear = emitLines(
      {-of.getReversedPower(), scaled + factor.exponent * std::log(q)},
      {of.getPower(), scaled}, t);
  Value curved = math::Log1pOp::create(b, loc, smaller);
  if (factor.exponent == -1)
    return arith::SubFOp::create(b, loc, linear, curved);
  return arith::AddFOp::create(b, loc, linear, scale(curved, factor.exponent));
}

Value LogBuilder::emitAny(const ExpRational &of, FallingExp &t) {
  Value linear = emitLines({-of.getReversedPower(), 0}, {of.getPower(), 0}, t);
  Value curved = math::LogOp::create(b, loc, t.emitFactors(of));
  return arith::AddFOp::create(b, loc, linear, curved);
}

/// Is it a power of 1 + q e^n, and a monomial?
static bool hasTwoTerms(const ExpRational &of) {
  return of.getFactors().size() == 1 &&
         llvm::all_of(ArrayRef(of.getFactors().front().polynomial)
                          .drop_front()
                          .drop_back(),
                      [](double c) { return c == 0; });
}

Value neo::emitLog(OpBuilder &b, Location loc, const ExpRational &of,
                   FallingExp &t) {
  LogBuilder log(b, loc, t.getArgument());
  return hasTwoTerms(of) ? log.emitTwoTerms(of, t) : log.emitAny(of, t);
}

Value neo::emitLog(OpBuilder &b, Location loc, const ExpRational &of, Value u) {
  return LogBuilder(b, loc, u).emitLine(
      {of.getPower(), std::log(of.getScale())});
}
