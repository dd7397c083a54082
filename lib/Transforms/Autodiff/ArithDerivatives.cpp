//===- ArithDerivatives.cpp - Derivative rules of arith -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/DerivativeRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace neo;

/// The cotangent of one operand of an extremum. `loses` is true if the other
/// operand is the result; for NaN it is false for both, and both get the
/// cotangent.
static FloatExpr sideOfExtremum(Chain &d, FloatExpr loses, FloatExpr ties) {
  return loses.choose(d.zero(), ties.choose(0.5 * d.seed(), d.seed()));
}

/// Half to each at a tie, but max(x, 0) is what relu is written as: 0.
static void maximum(Chain &d) {
  FloatExpr a = d.in(0), b = d.in(1), ties = a.equals(b);
  d.to(0, d.isZero(1) ? (a <= b).choose(d.zero(), d.seed())
                      : sideOfExtremum(d, a < b, ties));
  d.to(1, d.isZero(0) ? (b <= a).choose(d.zero(), d.seed())
                      : sideOfExtremum(d, b < a, ties));
}

static void minimum(Chain &d) {
  FloatExpr a = d.in(0), b = d.in(1), ties = a.equals(b);
  d.to(0, d.isZero(1) ? (a >= b).choose(d.zero(), d.seed())
                      : sideOfExtremum(d, a > b, ties));
  d.to(1, d.isZero(0) ? (b >= a).choose(d.zero(), d.seed())
                      : sideOfExtremum(d, b > a, ties));
}

static void addLinearRules(DerivativeRules &rules) {
  rules.add<arith::AddFOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed());
    d.to(1, d.seed());
  });
  rules.add<arith::SubFOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed());
    d.to(1, -d.seed());
  });
  rules.add<arith::NegFOp>(ZeroIf::all, [](Chain &d) { d.to(0, -d.seed()); });
  rules.add<arith::ExtFOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed().truncateTo(d.in(0).type()));
  });
  rules.add<arith::TruncFOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed().extendTo(d.in(0).type()));
  });
  // The condition is operand 0, an integer without a cotangent.
  rules.add<arith::SelectOp>(ZeroIf::never, [](Chain &d) {
    d.to(1, d.in(0).choose(d.seed(), d.zero()));
    d.to(2, d.in(0).choose(d.zero(), d.seed()));
  });
}

void neo::addArithRules(DerivativeRules &rules) {
  addLinearRules(rules);
  rules.add<arith::MulFOp>(ZeroIf::any, [](Chain &d) {
    d.to(0, d.seed() * d.in(1));
    d.to(1, d.seed() * d.in(0));
  });
  rules.add<arith::DivFOp>(ZeroIf::first, [](Chain &d) {
    d.to(0, d.seed() / d.in(1));
    d.to(1, -(d.seed() * d.out() / d.in(1)));
  });
  // remf(a, b) = a - b trunc(a / b).
  rules.add<arith::RemFOp>(ZeroIf::first, [](Chain &d) {
    d.to(0, d.seed());
    d.to(1, -(d.seed() * (d.in(0) / d.in(1)).apply<math::TruncOp>()));
  });
  rules.add<arith::MaximumFOp>(ZeroIf::all, maximum);
  rules.add<arith::MinimumFOp>(ZeroIf::all, minimum);
  rules.add<arith::MaxNumFOp>(ZeroIf::all, maximum);
  rules.add<arith::MinNumFOp>(ZeroIf::all, minimum);
}
