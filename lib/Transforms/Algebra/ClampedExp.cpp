//===- ClampedExp.cpp - One exponential that stops growing ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ClampedExp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace neo;

/// Of higher degrees, e is too small at U for R to have reached its limit.
constexpr int maxDegree = 4;

/// Powers of 2 in the numbers of a type.
static double largestExponent(Type type) { return type.isF64() ? 1023 : 127; }

static int degreeOf(const ExpPolynomial &polynomial) {
  return int(polynomial.size()) - 1;
}

namespace {
/// What `r` is for large e.
struct Growth {
  double aboveSize = 1, below = 1, limit;
  int degree = 0, highestPower = 0;
  bool hasPoles = false;

  explicit Growth(const ExpRational &r) : limit(std::abs(r.getScale())) {
    for (const ExpRational::Factor &factor : r.getFactors()) {
      const ExpPolynomial &polynomial = factor.polynomial;
      limit *= std::pow(std::abs(polynomial.back()), factor.exponent);
      if (factor.exponent > 0) {
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
  if (growth.hasPoles || growth.degree > maxDegree || growth.aboveSize > 16)
    return std::nullopt;
  double exponent =
      (largestExponent(type) + 0.5 - std::log2(growth.below)) / growth.degree;
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

Value ClampedExp::emitPolynomial(const ExpPolynomial &polynomial) {
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

/// `r` without its scale.
Value ClampedExp::divide(const ExpRational &r) {
  SmallVector<Term> terms;
  for (int i = 0; i < r.getPower(); ++i)
    terms.push_back({e, 1});
  Value below;
  int degree = 0, most = 0;
  for (const ExpRational::Factor &factor : r.getFactors()) {
    most = std::max(most, -factor.exponent);
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
  Value one = number(1);
  if (most == 1) {
    Value above = terms.empty() ? one : multiplyAll(terms);
    return arith::DivFOp::create(b, loc, above, below);
  }
  Value reciprocal = arith::DivFOp::create(b, loc, one, below);
  terms.append(most, {reciprocal, -degree});
  return multiplyAll(terms);
}

Value ClampedExp::emit(const ExpRational &r) {
  Value result = divide(r);
  if (r.getScale() != 1)
    result = multiply(result, number(r.getScale()));
  if (r.getReversedPower() > 0)
    result = arith::SelectOp::create(b, loc, isBeyond, number(0), result);
  return result;
}
