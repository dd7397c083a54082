//===- SafeForms.cpp - Functions that do not overflow on the way ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a body yields is searched from the top for functions of one exponential
// (ExpRational.h), and for logarithms and powers:
//
//     1 / (1 + exp(-x))          (x > 0 ? 1 : t) / (1 + t)       t = exp(-|x|)
//     log(1 + exp(x))            max(x, 0) + log1p(t)
//     log(1 / (1 + exp(-x)))     min(x, 0) - log1p(t)
//     log(exp(x))                x
//     tanh(log(1 + exp(x)))      (2t + t^2 or 1 + 2t) / (a polynomial of t)
//     powf(x, 2)                 x * x
//     x / 8                      x * 0.125, for powers of two
//
// so that Mish, x * tanh(log(1 + exp(x))), takes one exponential and one
// division instead of an exponential, a logarithm and a tanh; so does its
// derivative, in which autodiff multiplies and divides by the same things.
// Everything else in a product stands beside the function: in
//
//     dy * x * (1 - th * th) / (1 + e) * e
//
// dy * x is multiplied by the value of the rest. Only quotients that are
// bounded are taken: where the original is to grow, it may overflow.
//
// Values change where the original overflowed or cancelled, and by roundings
// elsewhere. NaN stays NaN; at infinities the function takes its limit, where
// the original gave the limit or NaN.
//
// The price is operations of the body. A form is taken whenever one is found,
// for it is the safe one; the remark says what it costs.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Ties.h"
#include "Neo/Transforms/Algebra/ExpTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"

#include <cmath>

using namespace mlir;
using namespace neo;

/// Powers of two up to this one have exact reciprocals in all float types.
constexpr int maxExponent = 14;

namespace {
/// Builds a body anew, with safe forms in the places of what they are.
class SafeBody {
public:
  explicit SafeBody(ComputeOp op) : op(op) {}

  /// Is there anything to write in another form?
  bool findsForms() { return findsForms(op.getYielded()); }
  Value build(OpBuilder &builder, ValueRange arguments);

private:
  bool findsForms(Value value);
  bool isForm(Value value);
  bool isFunction(Value value);
  bool isSquare(Value value);
  Value emit(Value value);
  Value emitTerm(const ExpTerm &term, Location loc);
  Value emitRational(const ExpRational &r, Value base, Location loc);
  Value emitPolynomial(const ExpPolynomial &polynomial, Value base,
                       Location loc);
  Value emitLog(const ExpReader::Logarithm &log, Location loc);
  Value emitPowers(Value of, int power, int reversed, Value base, Location loc);
  Value falling(Value base, Location loc);
  Value isPositive(Value base, Location loc);
  Value number(double value, Type type, Location loc);
  Value choose(Value base, Value positive, Value other, Location loc);
  Value multiply(Value a, Value b, Location loc);

  ComputeOp op;
  ExpReader reader;
  OpBuilder *b = nullptr;
  IRMapping built;
  DenseMap<Value, Value> fallingOf, positiveOf;
  llvm::SmallPtrSet<Operation *, 16> visited;
};
} // namespace

bool SafeBody::isSquare(Value value) {
  auto power = value.getDefiningOp<math::PowFOp>();
  return power && getNumber(power.getRhs()) == 2.0;
}

/// The reciprocal of a power of two that `value` is a quotient by.
static std::optional<double> getExactReciprocal(Value value) {
  auto quotient = value.getDefiningOp<arith::DivFOp>();
  std::optional<double> by =
      quotient ? getNumber(quotient.getRhs()) : std::nullopt;
  int exponent = 0;
  if (!by || std::abs(std::frexp(*by, &exponent)) != 0.5 ||
      std::abs(exponent) > maxExponent)
    return std::nullopt;
  return 1 / *by;
}

/// Is `value` written in another form, as a whole?
bool SafeBody::isForm(Value value) {
  if (!isa<FloatType>(value.getType()))
    return false;
  return isSquare(value) || getExactReciprocal(value) ||
         reader.readLog(value) || isFunction(value);
}

/// Is it a bounded function of one exponential?
bool SafeBody::isFunction(Value value) {
  const ExpTerm &term = reader.read(value);
  // A number where there was an exponential: what was multiplied by e is
  // divided by it.
  return term.base &&
         (term.rational.isBoundedQuotient() || term.rational.isNumber());
}

bool SafeBody::findsForms(Value value) {
  Operation *inner = value.getDefiningOp();
  if (!inner || !visited.insert(inner).second)
    return false;
  return isForm(value) ||
         llvm::any_of(inner->getOperands(),
                      [&](Value operand) { return findsForms(operand); });
}

Value SafeBody::number(double value, Type type, Location loc) {
  return arith::ConstantOp::create(*b, loc, b->getFloatAttr(type, value));
}

/// Is it a size already, as in the derivative of a form that was taken?
static bool isSize(Value base) { return base.getDefiningOp<math::AbsFOp>(); }

/// exp(-|base|).
Value SafeBody::falling(Value base, Location loc) {
  Value &known = fallingOf[base];
  if (!known) {
    Value size = emit(base);
    if (!isSize(base))
      size = math::AbsFOp::create(*b, loc, size);
    Value down = arith::NegFOp::create(*b, loc, size);
    known = math::ExpOp::create(*b, loc, down);
  }
  return known;
}

Value SafeBody::isPositive(Value base, Location loc) {
  Value &known = positiveOf[base];
  if (!known)
    known = arith::CmpFOp::create(*b, loc, arith::CmpFPredicate::OGT,
                                  emit(base), number(0, base.getType(), loc));
  return known;
}

/// At 0, where t is 1, both are the same.
Value SafeBody::choose(Value base, Value positive, Value other, Location loc) {
  if (isSize(base))
    return positive;
  return arith::SelectOp::create(*b, loc, isPositive(base, loc), positive,
                                 other);
}

Value SafeBody::multiply(Value a, Value by, Location loc) {
  if (!a || !by)
    return a ? a : by;
  return arith::MulFOp::create(*b, loc, a, by);
}

/// The polynomial of t, or the reversed one where the base is positive.
Value SafeBody::emitPolynomial(const ExpPolynomial &polynomial, Value base,
                               Location loc) {
  unsigned degree = polynomial.size() - 1;
  auto coefficient = [&](unsigned k) {
    Value forward = number(polynomial[k], base.getType(), loc);
    if (polynomial[k] == polynomial[degree - k])
      return forward;
    Value reversed = number(polynomial[degree - k], base.getType(), loc);
    return choose(base, reversed, forward, loc);
  };
  Value t = falling(base, loc), result = coefficient(degree);
  for (unsigned k = degree; k > 0; --k) {
    bool isOne = k == degree && polynomial[0] == 1 && polynomial[degree] == 1;
    result = isOne ? t : arith::MulFOp::create(*b, loc, result, t).getResult();
    result = arith::AddFOp::create(*b, loc, result, coefficient(k - 1));
  }
  return result;
}

/// of^power, or of^reversed where the base is positive; null for 1.
Value SafeBody::emitPowers(Value of, int power, int reversed, Value base,
                           Location loc) {
  auto raise = [&](int n) {
    Value result;
    for (int i = 0; i < n; ++i)
      result = multiply(result, of, loc);
    return result;
  };
  if (power == reversed)
    return raise(power);
  Value one = number(1, of.getType(), loc);
  Value forward = power ? raise(power) : one;
  Value backward = reversed ? raise(reversed) : one;
  return choose(base, backward, forward, loc);
}

/// The value of `r`; null for 1.
Value SafeBody::emitRational(const ExpRational &r, Value base, Location loc) {
  Value above = emitPowers(falling(base, loc), r.getPower(),
                           r.getReversedPower(), base, loc);
  Value below;
  for (const ExpRational::Factor &factor : r.getFactors()) {
    Value polynomial = emitPolynomial(factor.polynomial, base, loc);
    int exponent = std::abs(factor.exponent);
    Value power = emitPowers(polynomial, exponent, exponent, base, loc);
    Value &side = factor.exponent > 0 ? above : below;
    side = multiply(side, power, loc);
  }
  if (r.getScale() != 1 || (!above && below))
    above = multiply(number(r.getScale(), base.getType(), loc), above, loc);
  if (!below)
    return above;
  // One division for all quotients by this: equal ones are merged later.
  Value one = number(1, base.getType(), loc);
  return multiply(above, arith::DivFOp::create(*b, loc, one, below), loc);
}

Value SafeBody::emitTerm(const ExpTerm &term, Location loc) {
  Value result = emitRational(term.rational, term.base, loc), divisor;
  for (auto [value, power] : term.others) {
    Value factor = emitPowers(emit(value), std::abs(power), std::abs(power),
                              term.base, loc);
    if (power > 0)
      result = multiply(factor, result, loc);
    else
      divisor = multiply(divisor, factor, loc);
  }
  if (!result)
    result = number(1, term.base.getType(), loc);
  return divisor ? arith::DivFOp::create(*b, loc, result, divisor).getResult()
                 : result;
}

/// a * u + c * log(1 + e^u) = c * log1p(t) + (a + c or a) * u.
Value SafeBody::emitLog(const ExpReader::Logarithm &log, Location loc) {
  Type type = log.base.getType();
  auto scaled = [&](Value value, int factor) -> Value {
    if (factor == 1)
      return value;
    if (factor == -1)
      return arith::NegFOp::create(*b, loc, value);
    return multiply(number(factor, type, loc), value, loc);
  };
  Value u = emit(log.base);
  if (log.ofOnePlusExp == 0)
    return scaled(u, log.ofExp);
  int above = log.ofExp + log.ofOnePlusExp, below = log.ofExp;
  Value zero = number(0, type, loc), linear;
  if (below == 0)
    linear = scaled(arith::MaximumFOp::create(*b, loc, u, zero), above);
  else if (above == 0)
    linear = scaled(arith::MinimumFOp::create(*b, loc, u, zero), below);
  else
    linear = choose(log.base, scaled(u, above), scaled(u, below), loc);
  Value curved = math::Log1pOp::create(*b, loc, falling(log.base, loc));
  if (log.ofOnePlusExp == -1)
    return arith::SubFOp::create(*b, loc, linear, curved);
  return arith::AddFOp::create(*b, loc, linear,
                               scaled(curved, log.ofOnePlusExp));
}

Value SafeBody::emit(Value value) {
  if (Value known = built.lookupOrNull(value))
    return known;
  Operation *inner = value.getDefiningOp();
  Location loc = inner->getLoc();
  Value result;
  if (isSquare(value)) {
    Value base = emit(inner->getOperand(0));
    result = arith::MulFOp::create(*b, loc, base, base);
  } else if (std::optional<ExpReader::Logarithm> log = reader.readLog(value)) {
    result = emitLog(*log, loc);
  } else if (isFunction(value)) {
    // A copy: reading on may move what is known.
    ExpTerm term = reader.read(value);
    result = emitTerm(term, loc);
  } else if (std::optional<double> factor = getExactReciprocal(value)) {
    result = multiply(emit(inner->getOperand(0)),
                      number(*factor, value.getType(), loc), loc);
  } else {
    for (Value operand : inner->getOperands())
      emit(operand);
    result = b->clone(*inner, built)->getResult(0);
  }
  built.map(value, result);
  return result;
}

Value SafeBody::build(OpBuilder &builder, ValueRange arguments) {
  b = &builder;
  built.map(op.getBodyBlock()->getArguments(), arguments);
  return emit(op.getYielded());
}

static double countOperations(ComputeOp op) {
  double operations = 0;
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    operations += getOperationCost(inner);
  return operations;
}

bool neo::makeSafe(ComputeOp op, RewriterBase &rewriter,
                   const AlgebraOptions &options) {
  SafeBody safe(op);
  if (!safe.findsForms())
    return false;
  ComputeSpec spec = getSpecWithoutBody(op);
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return safe.build(b, arguments);
  };
  spec.body = body;
  rewriter.setInsertionPoint(op);
  auto rebuilt = ComputeOp::create(rewriter, op.getLoc(), spec);
  keepAttributes(op, rebuilt);
  DominanceInfo dominance;
  eliminateCommonSubExpressions(rewriter, dominance, rebuilt);
  if (options.explain)
    op.emitRemark("its functions take a form that does not overflow: ")
        << countOperations(rebuilt) << " operations per point, as written "
        << countOperations(op);
  rewriter.replaceOp(op, rebuilt);
  return true;
}
