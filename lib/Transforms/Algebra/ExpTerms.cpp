//===- ExpTerms.cpp - Exponentials in the body of an operator -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/ExpTerms.h"

#include "Neo/Dialect/BodyValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace neo;

std::optional<double> neo::getNumber(Value value) {
  FloatAttr number;
  if (!matchPattern(value, m_Constant(&number)))
    return std::nullopt;
  return number.getValueAsDouble();
}

Value neo::dropNumbers(Value value, double *factor) {
  while (Operation *inner = value.getDefiningOp()) {
    bool isProduct = isa<arith::MulFOp>(inner);
    if (!isProduct && !isa<arith::DivFOp>(inner))
      break;
    std::optional<double> right = getNumber(inner->getOperand(1));
    std::optional<double> left =
        isProduct ? getNumber(inner->getOperand(0)) : std::nullopt;
    if (!left && !right)
      break;
    double number = right ? *right : *left;
    if (factor)
      *factor = isProduct ? *factor * number : *factor / number;
    value = inner->getOperand(right ? 0 : 1);
  }
  return value;
}

const ExpTerm &ExpReader::read(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  std::optional<ExpTerm> term;
  if (isa<FloatType>(value.getType()))
    term = readCases(value);
  if (!term && isa<FloatType>(value.getType()))
    term = tryRead(resolve(value));
  if (!term) {
    term.emplace();
    term->others.push_back({resolve(value), 1});
  }
  return known[value] = *term;
}

/// The value of a constant integer from -4 to 4; 0 for any other value.
static int getSmallInteger(Value value) {
  std::optional<double> number = getNumber(value);
  bool isSmall =
      number && std::abs(*number) <= 4 && *number == std::trunc(*number);
  return isSmall ? int(*number) : 0;
}

/// Reads exp of an integer multiple of a value.
std::optional<ExpTerm> ExpReader::readExp(Value argument) {
  int factor = 1;
  while (true) {
    argument = resolve(argument);
    if (auto negation = argument.getDefiningOp<arith::NegFOp>()) {
      factor = -factor;
      argument = negation.getOperand();
      continue;
    }
    auto product = argument.getDefiningOp<arith::MulFOp>();
    int number = product ? getSmallInteger(product.getRhs()) : 0;
    if (number == 0)
      break;
    factor *= number;
    argument = product.getLhs();
  }
  if (std::abs(factor) > 4)
    return std::nullopt;
  return ExpTerm{ExpRational::exponential(factor), argument, {}};
}

/// Unifies the bases of both terms; false if they differ.
static bool joinBases(ExpTerm &a, const ExpTerm &b) {
  if (!a.base)
    a.base = b.base;
  return !b.base || a.base == b.base;
}

/// Is a divisor of `r` 0 for some argument?
static bool mayHavePole(const ExpRational &r) {
  return llvm::any_of(r.getFactors(), [](const ExpRational::Factor &factor) {
    return factor.exponent < 0 &&
           llvm::any_of(factor.polynomial, [](double c) { return c < 0; });
  });
}

/// 0 times another value is NaN where that is infinite or NaN, so it is read as
/// 0 only of functions of an exponential, which keep their base.
static std::optional<ExpTerm> multiplyByZero(ExpTerm zero,
                                             const ExpTerm &other) {
  if (!other.others.empty() || mayHavePole(other.rational) ||
      !joinBases(zero, other))
    return std::nullopt;
  return zero;
}

std::optional<ExpTerm> ExpReader::multiply(ExpTerm a, const ExpTerm &b) {
  if (a.isZero || b.isZero)
    return a.isZero ? multiplyByZero(a, b) : multiplyByZero(b, a);
  std::optional<ExpRational> product = a.rational.times(b.rational);
  if (!product || !joinBases(a, b))
    return std::nullopt;
  a.rational = *product;
  // A power is emitted as so many factors.
  constexpr int mostPower = ProductsApart::mostFactors;
  for (auto [value, power] : b.others) {
    // A value divided by itself is not cancelled: it may be 0.
    auto *same =
        llvm::find_if(a.others, [value = value, power = power](auto &other) {
          return other.first == value && (other.second > 0) == (power > 0);
        });
    if (same == a.others.end())
      a.others.push_back({value, power});
    else if (std::abs(same->second += power) > mostPower)
      return std::nullopt;
  }
  return a;
}

std::optional<ExpTerm> ExpReader::divide(const ExpTerm &a, ExpTerm b) {
  if (b.isZero)
    return std::nullopt;
  b.rational = b.rational.inverse();
  for (auto &other : b.others)
    other.second = -other.second;
  return multiply(a, b);
}

std::optional<ExpTerm> ExpReader::add(ExpTerm a, const ExpTerm &b) {
  if (a.isZero || b.isZero) {
    ExpTerm sum = a.isZero ? b : a;
    if (!joinBases(sum, a.isZero ? a : b))
      return std::nullopt;
    return sum;
  }
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

/// The argument of the logarithm `value`.
std::optional<ExpTerm> ExpReader::logArgument(Value value) {
  value = resolve(value);
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
  if (!of || of->isZero || !of->base || !of->rational.isPositive())
    return std::nullopt;
  // The logarithm of a function between two positive bounds is safe already.
  if (of->rational.getPower() == 0 && of->rational.getReversedPower() == 0)
    return std::nullopt;
  if (of->others.empty())
    return Logarithm{of->base, of->rational, {}};
  auto [other, power] = of->others.front();
  if (of->others.size() > 1 || std::abs(power) > 1)
    return std::nullopt;
  return Logarithm{of->base, of->rational, other, power};
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
  if (std::optional<double> number = getNumber(value)) {
    ExpTerm zero;
    zero.isZero = *number == 0;
    return zero.isZero ? zero : scale(ExpTerm(), *number);
  }
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
