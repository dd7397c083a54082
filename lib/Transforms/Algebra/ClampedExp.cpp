//===- ClampedExp.cpp - Exponentials with a clamped argument --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ClampedExp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace neo;

/// For higher degrees, e at U is too small for R to have reached its limit.
constexpr int maxClampedDegree = 4;

/// The largest exponent of a type.
static double largestExponent(Type type) { return type.isF64() ? 1023 : 127; }

static int degreeOf(const ExpPolynomial &polynomial) {
  return int(polynomial.size()) - 1;
}

/// `polynomial` with 1 as the coefficient of its highest power, which saves a
/// multiplication, or as it is where that would not be exact.
static ExpPolynomial makeMonic(ExpPolynomial polynomial) {
  double highest = polynomial.back();
  int exponent;
  if (std::frexp(std::abs(highest), &exponent) == 0.5)
    for (double &coefficient : polynomial)
      coefficient /= highest;
  return polynomial;
}

/// The divisor by which makeMonic scales `polynomial`.
static double getDivisor(const ExpPolynomial &polynomial) {
  return polynomial.back() / makeMonic(polynomial).back();
}

namespace {
/// Behaviour of `r` for large e.
struct Growth {
  double aboveSize = 1, above = 1, below = 1, limit;
  int degree = 0, degreeAbove, highestPower = 0;
  bool hasPoles = false;

  explicit Growth(const ExpRational &r)
      : limit(std::abs(r.getScale())), degreeAbove(r.getPower()) {
    for (const ExpRational::Factor &factor : r.getFactors()) {
      limit *= std::pow(std::abs(factor.polynomial.back()), factor.exponent);
      ExpPolynomial polynomial = makeMonic(factor.polynomial);
      if (factor.exponent > 0) {
        above *= std::pow(std::abs(polynomial.back()), factor.exponent);
        degreeAbove += factor.exponent * degreeOf(polynomial);
        for (int i = 0; i < factor.exponent; ++i)
          aboveSize *= std::accumulate(
              polynomial.begin(), polynomial.end(), 0.0,
              [](double sum, double c) { return sum + std::abs(c); });
        continue;
      }
      degree += degreeOf(polynomial);
      below *= polynomial.back();
      highestPower = std::max(highestPower, -factor.exponent);
      hasPoles |= llvm::any_of(polynomial, [](double c) { return c < 0; });
    }
  }
};
} // namespace

std::optional<double> neo::getClamp(const ExpRational &r, Type type) {
  if ((!type.isF32() && !type.isF64()) || !r.isBoundedQuotient())
    return std::nullopt;
  Growth growth(r);
  if (growth.hasPoles || growth.degree > maxClampedDegree ||
      growth.aboveSize > 16)
    return std::nullopt;
  double largest = largestExponent(type) + 0.5;
  double exponent = (largest - std::log2(growth.below)) / growth.degree;
  // 1 + 1.5 e overflows before 1 + e does.
  if (growth.degreeAbove > 0)
    exponent = std::min(exponent, (largest - std::log2(growth.above)) /
                                      growth.degreeAbove);
  int vanishing = r.getReversedPower();
  bool reachesLimit = vanishing == 0
                          ? growth.highestPower == 1
                          : std::log2(growth.limit) - vanishing * exponent <
                                2 - largestExponent(type);
  if (!reachesLimit)
    return std::nullopt;
  return exponent * std::log(2.0);
}

ClampedExp::ClampedExp(OpBuilder &b, Location loc, Value u, double clamp)
    : FactorBuilder{b, loc, u.getType()} {
  Value bound = number(clamp);
  isBeyond = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, u, bound);
  Value clamped = arith::SelectOp::create(b, loc, isBeyond, bound, u);
  e = math::ExpOp::create(b, loc, clamped);
}

Value ClampedExp::emitPolynomial(const ExpPolynomial &given) {
  ExpPolynomial polynomial = makeMonic(given);
  Value result;
  for (int k = degreeOf(polynomial); k >= 0; --k) {
    double coefficient = polynomial[k];
    if (!result) {
      result = number(coefficient);
      if (k > 0)
        result = coefficient == 1 ? e : multiply(result, e);
      continue;
    }
    if (coefficient != 0)
      result = arith::AddFOp::create(b, loc, result, number(coefficient));
    if (k > 0)
      result = multiply(result, e);
  }
  return result;
}

/// In the order in which no product is far from e^0.
Value ClampedExp::multiplyAll(ArrayRef<Term> terms) {
  SmallVector<Term> left(terms);
  int degree = 0;
  Value product;
  while (!left.empty()) {
    auto *next = llvm::min_element(left, [&](const Term &a, const Term &b) {
      return std::abs(degree + a.degree) < std::abs(degree + b.degree);
    });
    product = multiply(product, next->value);
    degree += next->degree;
    left.erase(next);
  }
  return product;
}

/// n with n^power = number, if it is a power of 2.
static std::optional<double> takeRoot(double number, int power) {
  int exponent;
  if (power < 1 || std::frexp(number, &exponent) != 0.5 ||
      (exponent - 1) % power != 0)
    return std::nullopt;
  return std::ldexp(1.0, (exponent - 1) / power);
}

/// `r` up to a factor, which is stored in `scale`.
Value ClampedExp::divide(const ExpRational &r, double &scale) {
  SmallVector<Term> terms;
  for (int i = 0; i < r.getPower(); ++i)
    terms.push_back({e, 1});
  Value below;
  int degree = 0, most = 0;
  for (const ExpRational::Factor &factor : r.getFactors()) {
    most = std::max(most, -factor.exponent);
    scale *= std::pow(getDivisor(factor.polynomial), factor.exponent);
    if (factor.exponent > 0)
      continue;
    below = multiply(below, emitPolynomial(factor.polynomial));
    degree += degreeOf(factor.polynomial);
  }
  for (const ExpRational::Factor &factor : r.getFactors()) {
    int count = factor.exponent > 0 ? factor.exponent : most + factor.exponent;
    for (int i = 0; i < count; ++i)
      terms.push_back(
          {emitPolynomial(factor.polynomial), degreeOf(factor.polynomial)});
  }
  // Fold the scale into an existing constant.
  if (most == 1) {
    Value above =
        terms.empty() ? number(std::exchange(scale, 1.0)) : multiplyAll(terms);
    return arith::DivFOp::create(b, loc, above, below);
  }
  std::optional<double> root = takeRoot(scale, most);
  if (root)
    scale = 1;
  Value reciprocal =
      arith::DivFOp::create(b, loc, number(root.value_or(1)), below);
  terms.append(most, {reciprocal, -degree});
  return multiplyAll(terms);
}

Value ClampedExp::emit(const ExpRational &r) {
  double scale = r.getScale();
  Value result = divide(r, scale);
  if (scale != 1)
    result = multiply(result, number(scale));
  if (r.getReversedPower() > 0)
    result = arith::SelectOp::create(b, loc, isBeyond, number(0), result);
  return result;
}
