//===- MathDerivatives.cpp - Derivative rules of math ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/DerivativeRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static void addRoundings(DerivativeRules &rules) {
  rules.addFlat<math::FloorOp>(ZeroIf::all);
  rules.addFlat<math::CeilOp>(ZeroIf::all);
  rules.addFlat<math::RoundOp>(ZeroIf::all);
  rules.addFlat<math::RoundEvenOp>(ZeroIf::all);
  rules.addFlat<math::TruncOp>(ZeroIf::all);
}

static void addExponentials(DerivativeRules &rules) {
  using namespace llvm::numbers;
  rules.add<math::ExpOp>(ZeroIf::never,
                         [](Chain &d) { d.to(0, d.seed() * d.out()); });
  rules.add<math::Exp2Op>(
      ZeroIf::never, [](Chain &d) { d.to(0, d.seed() * (ln2 * d.out())); });
  rules.add<math::ExpM1Op>(
      ZeroIf::all, [](Chain &d) { d.to(0, d.seed() * (1.0 + d.out())); });
  rules.add<math::LogOp>(ZeroIf::never,
                         [](Chain &d) { d.to(0, d.seed() / d.in(0)); });
  rules.add<math::Log2Op>(
      ZeroIf::never, [](Chain &d) { d.to(0, d.seed() / (ln2 * d.in(0))); });
  rules.add<math::Log10Op>(
      ZeroIf::never, [](Chain &d) { d.to(0, d.seed() / (ln10 * d.in(0))); });
  rules.add<math::Log1pOp>(
      ZeroIf::all, [](Chain &d) { d.to(0, d.seed() / (1.0 + d.in(0))); });
  rules.add<math::ErfOp>(ZeroIf::all, [](Chain &d) {
    FloatExpr x = d.in(0), bell = (-(x * x)).apply<math::ExpOp>();
    d.to(0, d.seed() * (2.0 * inv_sqrtpi * bell));
  });
  rules.add<math::ErfcOp>(ZeroIf::never, [](Chain &d) {
    FloatExpr x = d.in(0), bell = (-(x * x)).apply<math::ExpOp>();
    d.to(0, d.seed() * (-2.0 * inv_sqrtpi * bell));
  });
}

static void addTrigonometric(DerivativeRules &rules) {
  rules.add<math::SinOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed() * d.in(0).apply<math::CosOp>());
  });
  rules.add<math::CosOp>(ZeroIf::never, [](Chain &d) {
    d.to(0, -(d.seed() * d.in(0).apply<math::SinOp>()));
  });
  rules.add<math::TanOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed() * (1.0 + d.out() * d.out()));
  });
  rules.add<math::AsinOp>(ZeroIf::all, [](Chain &d) {
    FloatExpr x = d.in(0);
    d.to(0, d.seed() / (1.0 - x * x).apply<math::SqrtOp>());
  });
  rules.add<math::AcosOp>(ZeroIf::never, [](Chain &d) {
    FloatExpr x = d.in(0);
    d.to(0, -(d.seed() / (1.0 - x * x).apply<math::SqrtOp>()));
  });
  rules.add<math::AtanOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed() / (1.0 + d.in(0) * d.in(0)));
  });
  rules.add<math::Atan2Op>(ZeroIf::never, [](Chain &d) {
    FloatExpr y = d.in(0), x = d.in(1), square = x * x + y * y;
    d.to(0, d.seed() * (x / square));
    d.to(1, -(d.seed() * (y / square)));
  });
}

static void addHyperbolic(DerivativeRules &rules) {
  rules.add<math::SinhOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed() * d.in(0).apply<math::CoshOp>());
  });
  rules.add<math::CoshOp>(ZeroIf::never, [](Chain &d) {
    d.to(0, d.seed() * d.in(0).apply<math::SinhOp>());
  });
  rules.add<math::TanhOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed() * (1.0 - d.out() * d.out()));
  });
  rules.add<math::AsinhOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed() / (1.0 + d.in(0) * d.in(0)).apply<math::SqrtOp>());
  });
  rules.add<math::AcoshOp>(ZeroIf::never, [](Chain &d) {
    FloatExpr x = d.in(0), square = x * x - x.number(1.0);
    d.to(0, d.seed() / square.apply<math::SqrtOp>());
  });
  rules.add<math::AtanhOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed() / (1.0 - d.in(0) * d.in(0)));
  });
}

/// Whether no derivative flows into `value`: constants, integers, and what is
/// made of them.
static bool isFixed(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<arith::ConstantOp, arith::SIToFPOp, arith::UIToFPOp>(op))
    return true;
  if (isa<arith::SelectOp>(op))
    return isFixed(op->getOperand(1)) && isFixed(op->getOperand(2));
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op) &&
         llvm::all_of(op->getOperands(), isFixed);
}

/// The exponent of the derivative b a^(b - 1) in the base, which is that of
/// 0 a^0 where b is 0. The select is not on the derivative, so that higher ones
/// have no pole from the side that is not selected. If b varies, the mixed
/// derivative at b = 0 is a^-1, which is left where it is finite.
static FloatExpr lowerExponent(FloatExpr a, FloatExpr b) {
  FloatExpr less = b - b.number(1.0), zero = b.number(0.0);
  if (isFixed(b))
    return b.equals(zero).choose(zero, less);
  auto type = cast<FloatType>(b.type());
  APFloat normal = APFloat::getSmallestNormalized(type.getFloatSemantics());
  FloatExpr least = a.number(FloatAttr::getValueAsDouble(normal));
  FloatExpr size = a.apply<math::AbsFOp>();
  return b.equals(zero).choose((size > least).choose(less, zero), less);
}

/// Where the base is 0 the logarithm in the derivative in the exponent is that
/// of 1, for the same reason.
static void power(Chain &d) {
  FloatExpr a = d.in(0), b = d.in(1), zero = d.zero();
  FloatExpr lower = a.apply<math::PowFOp>(Value(lowerExponent(a, b)));
  d.to(0, d.seed() * (b * lower));
  FloatExpr base = (b >= zero).choose(a.number(1.0), a);
  FloatExpr logarithm = a.equals(zero).choose(base, a).apply<math::LogOp>();
  d.to(1, d.seed() * (d.out() * logarithm));
}

/// n a^(n - 1), which is a^n / a where n is negative: n - 1 could wrap. The
/// select is on divisor and exponent, not on the result, so that higher
/// derivatives have no poles from the side that is not selected.
static void integerPower(Chain &d) {
  FloatExpr a = d.in(0), n = d.in(1), factor = n.toFloat(a.type());
  FloatExpr one = a.number(1.0), less = n - n.number(1.0);
  FloatExpr exponent = (factor >= one).choose(less, n);
  FloatExpr divisor = (factor >= d.zero()).choose(one, a);
  FloatExpr lower = a.apply<math::FPowIOp>(Value(exponent)) / divisor;
  d.to(0, d.seed() * (factor * lower));
}

/// The cotangent goes to the magnitude; the other operand contributes its sign
/// only.
static void copySign(Chain &d) {
  FloatExpr a = d.in(0), one = a.number(1.0);
  FloatExpr from = one.apply<math::CopySignOp>(Value(a));
  FloatExpr to = one.apply<math::CopySignOp>(Value(d.in(1)));
  d.to(0, a.equals(d.zero()).choose(d.zero(), d.seed() * (from * to)));
}

/// The cotangent goes to the value inside the bounds, else to the bound.
static void clamp(Chain &d) {
  FloatExpr x = d.in(0), low = d.in(1), high = d.in(2);
  FloatExpr below = x<low, above = x> high;
  d.to(0, below.choose(d.zero(), above.choose(d.zero(), d.seed())));
  d.to(1, below.choose(d.seed(), d.zero()));
  d.to(2, above.choose(d.seed(), d.zero()));
}

static void addPowers(DerivativeRules &rules) {
  rules.add<math::SqrtOp>(
      ZeroIf::all, [](Chain &d) { d.to(0, d.seed() * (0.5 / d.out())); });
  rules.add<math::RsqrtOp>(ZeroIf::never, [](Chain &d) {
    FloatExpr r = d.out();
    d.to(0, d.seed() * (-0.5 * (r * r * r)));
  });
  rules.add<math::CbrtOp>(ZeroIf::all, [](Chain &d) {
    d.to(0, d.seed() / (3.0 * (d.out() * d.out())));
  });
  rules.add<math::PowFOp>(ZeroIf::never, power);
  rules.add<math::FPowIOp>(ZeroIf::never, integerPower);
}

void neo::addMathRules(DerivativeRules &rules) {
  addRoundings(rules);
  addExponentials(rules);
  addTrigonometric(rules);
  addHyperbolic(rules);
  addPowers(rules);
  rules.add<math::AbsFOp>(ZeroIf::all, [](Chain &d) {
    FloatExpr x = d.in(0), g = d.seed(), zero = d.zero();
    d.to(0, (x > zero).choose(g, (x < zero).choose(-g, zero)));
  });
  rules.add<math::CopySignOp>(ZeroIf::first, copySign);
  rules.add<math::ClampFOp>(ZeroIf::never, clamp);
  rules.add<math::FmaOp>(ZeroIf::never, [](Chain &d) {
    d.to(0, d.seed() * d.in(1));
    d.to(1, d.seed() * d.in(0));
    d.to(2, d.seed());
  });
}
