//===- FallingExp.cpp - exp(-|u|) for functions of exp(u) -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FallingExp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

Sign neo::signOf(Value u) {
  if (u.getDefiningOp<math::AbsFOp>())
    return Sign::notNegative;
  auto select = u.getDefiningOp<arith::SelectOp>();
  auto negated =
      select ? select.getTrueValue().getDefiningOp<arith::NegFOp>() : nullptr;
  auto test =
      select ? select.getCondition().getDefiningOp<arith::CmpFOp>() : nullptr;
  if (!negated || !test || negated.getOperand() != select.getFalseValue())
    return Sign::any;
  bool isPositive = test.getPredicate() == arith::CmpFPredicate::OGT &&
                    test.getLhs() == select.getFalseValue() &&
                    matchPattern(test.getRhs(), m_AnyZeroFloat());
  return isPositive ? Sign::notPositive : Sign::any;
}

FallingExp::FallingExp(OpBuilder &b, Location loc, Value u)
    : FactorBuilder{b, loc, u.getType()}, u(u), sign(signOf(u)) {
  Value down = u;
  if (sign == Sign::any)
    down = math::AbsFOp::create(b, loc, u);
  if (sign != Sign::notPositive)
    down = arith::NegFOp::create(b, loc, down);
  t = math::ExpOp::create(b, loc, down);
}

Value FallingExp::choose(Value positive, Value other) {
  if (knowsSign())
    return sign == Sign::notNegative ? positive : other;
  if (!isPositive)
    isPositive =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, u, number(0));
  return arith::SelectOp::create(b, loc, isPositive, positive, other);
}

/// The polynomial of t, or the reversed one where u is positive.
Value FallingExp::emitPolynomial(const ExpPolynomial &polynomial) {
  unsigned degree = polynomial.size() - 1;
  auto coefficient = [&](unsigned k) {
    Value forward = number(polynomial[k]);
    if (polynomial[k] == polynomial[degree - k])
      return forward;
    return choose(number(polynomial[degree - k]), forward);
  };
  Value result = coefficient(degree);
  for (unsigned k = degree; k > 0; --k) {
    bool isOne = k == degree && polynomial[0] == 1 && polynomial[degree] == 1;
    result = isOne ? t : multiply(result, t);
    result = arith::AddFOp::create(b, loc, result, coefficient(k - 1));
  }
  return result;
}

/// t^power, or t^reversed where u is positive; null for 1.
Value FallingExp::emitPowers(int power, int reversed) {
  if (power == reversed)
    return raise(t, power);
  Value forward = power ? raise(t, power) : number(1);
  Value backward = reversed ? raise(t, reversed) : number(1);
  return choose(backward, forward);
}

Value FallingExp::emitFactors(const ExpRational &r) {
  return multiplyFactors(r, Value());
}

Value FallingExp::emit(const ExpRational &r) {
  return multiplyFactors(r, emitPowers(r.getPower(), r.getReversedPower()));
}

/// `above` times the factors of `r`; `above` is null for 1.
Value FallingExp::multiplyFactors(const ExpRational &r, Value above) {
  Value below;
  for (const ExpRational::Factor &factor : r.getFactors()) {
    Value polynomial = emitPolynomial(factor.polynomial);
    Value &side = factor.exponent > 0 ? above : below;
    side = multiply(side, raise(polynomial, std::abs(factor.exponent)));
  }
  if (r.getScale() != 1 || !above)
    above = multiply(number(r.getScale()), above);
  if (!below)
    return above;
  // One division for all quotients by this value: CSE merges equal ones.
  return multiply(above, arith::DivFOp::create(b, loc, number(1), below));
}
