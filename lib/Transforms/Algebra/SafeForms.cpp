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
#include "Neo/Transforms/Algebra/ExpRational.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace neo;

namespace {
/// `rational` of exp(base), times other values to powers.
struct ExpTerm {
  ExpRational rational;
  Value base;
  SmallVector<std::pair<Value, int>, 2> others;

  bool isPure() const { return others.empty(); }
};

/// Reads the values of a body as ExpTerms.
class ExpReader {
public:
  const ExpTerm &read(Value value);

  /// `log(rational)` that `value` is the logarithm of, if it is one of e and
  /// 1 + e only: exponents of both.
  struct Logarithm {
    Value base;
    int ofExp, ofOnePlusExp;
  };
  std::optional<Logarithm> readLog(Value value);

private:
  std::optional<ExpTerm> tryRead(Value value);
  std::optional<ExpTerm> readTanh(math::TanhOp op);
  std::optional<ExpTerm> logArgument(Value value);
  static std::optional<ExpTerm> readExp(Value argument);
  static std::optional<ExpTerm> multiply(ExpTerm a, const ExpTerm &b);
  static std::optional<ExpTerm> divide(const ExpTerm &a, ExpTerm b);
  static std::optional<ExpTerm> add(ExpTerm a, const ExpTerm &b);
  static std::optional<ExpTerm> scale(ExpTerm a, double factor);

  DenseMap<Value, ExpTerm> known;
};
} // namespace

static std::optional<double> getNumber(Value value) {
  FloatAttr number;
  if (!matchPattern(value, m_Constant(&number)))
    return std::nullopt;
  return number.getValueAsDouble();
}

const ExpTerm &ExpReader::read(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  std::optional<ExpTerm> term;
  if (isa<FloatType>(value.getType()))
    term = tryRead(value);
  if (!term) {
    term.emplace();
    term->others.push_back({value, 1});
  }
  return known[value] = *term;
}

/// exp of a whole multiple of something.
std::optional<ExpTerm> ExpReader::readExp(Value argument) {
  int factor = 1;
  while (true) {
    std::optional<double> number;
    if (auto negation = argument.getDefiningOp<arith::NegFOp>()) {
      factor = -factor;
      argument = negation.getOperand();
    } else if (auto product = argument.getDefiningOp<arith::MulFOp>();
               product && (number = getNumber(product.getRhs())) &&
               *number == int(*number) && std::abs(*number) <= 4 &&
               *number != 0) {
      factor *= int(*number);
      argument = product.getLhs();
    } else {
      break;
    }
  }
  if (std::abs(factor) > 4)
    return std::nullopt;
  return ExpTerm{ExpRational::exponential(factor), argument, {}};
}

/// The base that both can have; false if there is none.
static bool joinBases(ExpTerm &a, const ExpTerm &b) {
  if (!a.base)
    a.base = b.base;
  return !b.base || a.base == b.base;
}

std::optional<ExpTerm> ExpReader::multiply(ExpTerm a, const ExpTerm &b) {
  std::optional<ExpRational> product = a.rational.times(b.rational);
  if (!product || !joinBases(a, b))
    return std::nullopt;
  a.rational = *product;
  for (auto [value, power] : b.others) {
    auto *same = llvm::find_if(a.others, [value = value](auto &other) {
      return other.first == value;
    });
    // What is divided by itself stays: it may be 0.
    if (same != a.others.end() && (same->second > 0) == (power > 0))
      same->second += power;
    else
      a.others.push_back({value, power});
  }
  return a;
}

std::optional<ExpTerm> ExpReader::divide(const ExpTerm &a, ExpTerm b) {
  b.rational = b.rational.inverse();
  for (auto &other : b.others)
    other.second = -other.second;
  return multiply(a, b);
}

std::optional<ExpTerm> ExpReader::add(ExpTerm a, const ExpTerm &b) {
  std::optional<ExpRational> sum = a.rational.plus(b.rational);
  if (!sum || a.others != b.others || !joinBases(a, b))
    return std::nullopt;
  a.rational = *sum;
  return a;
}

std::optional<ExpTerm> ExpReader::scale(ExpTerm a, double factor) {
  std::optional<ExpRational> number = ExpRational::number(factor);
  if (!number)
    return std::nullopt;
  ExpTerm by;
  by.rational = *number;
  return multiply(std::move(a), by);
}

/// What `value` is the logarithm of.
std::optional<ExpTerm> ExpReader::logArgument(Value value) {
  if (auto log = value.getDefiningOp<math::LogOp>())
    return read(log.getOperand());
  auto log1p = value.getDefiningOp<math::Log1pOp>();
  if (!log1p)
    return std::nullopt;
  ExpTerm one;
  return add(read(log1p.getOperand()), one);
}

std::optional<ExpReader::Logarithm> ExpReader::readLog(Value value) {
  std::optional<ExpTerm> of = logArgument(value);
  if (!of || !of->isPure() || !of->base || of->rational.getScale() != 1)
    return std::nullopt;
  Logarithm result = {of->base, of->rational.getPower(), 0};
  for (const ExpRational::Factor &factor : of->rational.getFactors()) {
    if (factor.polynomial != ExpPolynomial{1, 1})
      return std::nullopt;
    result.ofOnePlusExp = factor.exponent;
  }
  return result;
}

/// tanh(log(r)) = (r^2 - 1) / (r^2 + 1).
std::optional<ExpTerm> ExpReader::readTanh(math::TanhOp op) {
  std::optional<ExpTerm> of = logArgument(op.getOperand());
  if (!of || !of->isPure() || !of->base)
    return std::nullopt;
  std::optional<ExpTerm> square = multiply(*of, *of);
  ExpTerm one;
  std::optional<ExpTerm> minusOne = scale(one, -1);
  if (!square)
    return std::nullopt;
  std::optional<ExpTerm> above = add(*square, *minusOne);
  std::optional<ExpTerm> below = add(*square, one);
  if (!above || !below)
    return std::nullopt;
  return divide(*above, *below);
}

std::optional<ExpTerm> ExpReader::tryRead(Value value) {
  if (std::optional<double> number = getNumber(value))
    return scale(ExpTerm(), *number);
  if (auto op = value.getDefiningOp<math::ExpOp>())
    return readExp(op.getOperand());
  if (auto op = value.getDefiningOp<math::TanhOp>())
    return readTanh(op);
  if (auto op = value.getDefiningOp<arith::NegFOp>())
    return scale(read(op.getOperand()), -1);
  if (auto op = value.getDefiningOp<arith::MulFOp>()) {
    ExpTerm left = read(op.getLhs());
    return multiply(left, read(op.getRhs()));
  }
  if (auto op = value.getDefiningOp<arith::DivFOp>()) {
    ExpTerm left = read(op.getLhs());
    return divide(left, read(op.getRhs()));
  }
  if (auto op = value.getDefiningOp<arith::AddFOp>()) {
    ExpTerm left = read(op.getLhs());
    return add(left, read(op.getRhs()));
  }
  if (auto op = value.getDefiningOp<arith::SubFOp>()) {
    ExpTerm left = read(op.getLhs());
    std::optional<ExpTerm> right = scale(read(op.getRhs()), -1);
    return right ? add(left, *right) : std::nullopt;
  }
  return std::nullopt;
}

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

/// Is `value` written in another form, as a whole?
bool SafeBody::isForm(Value value) {
  if (!isa<FloatType>(value.getType()))
    return false;
  if (isSquare(value) || reader.readLog(value))
    return true;
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

/// exp(-|base|).
Value SafeBody::falling(Value base, Location loc) {
  Value &known = fallingOf[base];
  if (!known) {
    Value size = math::AbsFOp::create(*b, loc, emit(base));
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

Value SafeBody::choose(Value base, Value positive, Value other, Location loc) {
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
  } else if (isForm(value)) {
    // A copy: reading on may move what is known.
    ExpTerm term = reader.read(value);
    result = emitTerm(term, loc);
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
