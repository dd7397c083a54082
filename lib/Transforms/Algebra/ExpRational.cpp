//===- ExpRational.cpp - Rational functions of one exponential ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/ExpRational.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace neo;

constexpr int maxRationalDegree = 8;
/// Bound on exponents of all coefficients, so that f32 can represent its
/// values.
constexpr double maxRationalExponent = 100;
/// A sum that is smaller than its terms by this factor consists of rounding
/// errors.
constexpr double smallestPart = 1e-9;

/// The magnitude of the binary exponent of `value`; 0 for 0.
static double getExponent(double value) {
  return value == 0 ? 0 : std::abs(std::log2(std::abs(value)));
}

static ExpPolynomial multiply(const ExpPolynomial &a, const ExpPolynomial &b) {
  ExpPolynomial product(a.size() + b.size() - 1, 0);
  for (unsigned i = 0; i < a.size(); ++i)
    for (unsigned j = 0; j < b.size(); ++j)
      product[i + j] += a[i] * b[j];
  return product;
}

/// a / b if b divides it. The constant term of b is 1, so the quotient is found
/// from the constant term up without a division.
static std::optional<ExpPolynomial> divide(const ExpPolynomial &a,
                                           const ExpPolynomial &b) {
  if (a.size() < b.size())
    return std::nullopt;
  ExpPolynomial rest = a, quotient;
  for (unsigned i = 0; i + b.size() <= a.size(); ++i) {
    quotient.push_back(rest[i]);
    for (unsigned j = 0; j < b.size(); ++j)
      rest[i + j] -= quotient[i] * b[j];
  }
  if (llvm::any_of(rest, [](double c) { return c != 0; }))
    return std::nullopt;
  return quotient;
}

std::optional<ExpRational> ExpRational::number(double value) {
  if (value == 0 || !(getExponent(value) <= maxRationalExponent))
    return std::nullopt;
  ExpRational result;
  result.scale = value;
  return result;
}

ExpRational ExpRational::exponential(int power) {
  ExpRational result;
  result.power = power;
  return result;
}

int ExpRational::getReversedPower() const {
  int reversed = -power;
  for (const Factor &factor : factors)
    reversed -= factor.exponent * int(factor.polynomial.size() - 1);
  return reversed;
}

bool ExpRational::isBoundedQuotient() const {
  return power >= 0 && getReversedPower() >= 0 &&
         llvm::any_of(factors, [](const Factor &f) { return f.exponent < 0; });
}

bool ExpRational::isPositive() const {
  return scale > 0 && llvm::all_of(factors, [](const Factor &f) {
           return llvm::all_of(f.polynomial, [](double c) { return c >= 0; });
         });
}

/// Common divisors are cancelled: (1 + 2e + e^2) / (1 + e) is 1 + e.
void ExpRational::multiply(const ExpPolynomial &polynomial, int exponent) {
  if (polynomial.size() == 1 || exponent == 0)
    return;
  for (unsigned i = 0; i < factors.size(); ++i) {
    Factor known = factors[i];
    if (known.polynomial == polynomial) {
      factors[i].exponent += exponent;
      if (factors[i].exponent == 0)
        factors.erase(factors.begin() + i);
      return;
    }
    if (std::optional<ExpPolynomial> rest =
            divide(polynomial, known.polynomial)) {
      multiply(known.polynomial, exponent);
      return multiply(*rest, exponent);
    }
    if (std::optional<ExpPolynomial> rest =
            divide(known.polynomial, polynomial)) {
      factors.erase(factors.begin() + i);
      multiply(polynomial, known.exponent);
      multiply(*rest, known.exponent);
      return multiply(polynomial, exponent);
    }
  }
  factors.push_back({polynomial, exponent});
}

bool ExpRational::isSmall() const {
  int degree = std::abs(power);
  double exponent = getExponent(scale);
  for (const Factor &factor : factors) {
    degree += std::abs(factor.exponent) * int(factor.polynomial.size() - 1);
    double most = 0;
    for (double coefficient : factor.polynomial)
      most = std::max(most, getExponent(coefficient));
    exponent += std::abs(factor.exponent) * most;
  }
  return degree <= maxRationalDegree && scale != 0 &&
         exponent <= maxRationalExponent;
}

ExpRational ExpRational::inverse() const {
  ExpRational result = *this;
  result.scale = 1 / scale;
  result.power = -power;
  for (Factor &factor : result.factors)
    factor.exponent = -factor.exponent;
  return result;
}

std::optional<ExpRational> ExpRational::times(const ExpRational &other) const {
  ExpRational result = *this;
  result.scale *= other.scale;
  result.power += other.power;
  for (const Factor &factor : other.factors)
    result.multiply(factor.polynomial, factor.exponent);
  if (!result.isSmall())
    return std::nullopt;
  return result;
}

ExpPolynomial ExpRational::expandBeyond(const ExpRational &below) const {
  ExpPolynomial result = {scale};
  result.insert(result.begin(), power - below.power, 0);
  ExpRational beyond = *this;
  for (const Factor &factor : below.factors)
    beyond.multiply(factor.polynomial, -factor.exponent);
  for (const Factor &factor : beyond.factors)
    for (int i = 0; i < factor.exponent; ++i)
      result = ::multiply(result, factor.polynomial);
  return result;
}

std::optional<ExpRational> ExpRational::plus(const ExpRational &other) const {
  // The common divisor: the smaller power of every factor.
  ExpRational common = exponential(std::min(power, other.power));
  auto addCommon = [&](const ExpRational &a, const ExpRational &b) {
    for (const Factor &factor : a.factors) {
      auto *same = llvm::find_if(b.factors, [&](const Factor &f) {
        return f.polynomial == factor.polynomial;
      });
      bool known = llvm::any_of(common.factors, [&](const Factor &f) {
        return f.polynomial == factor.polynomial;
      });
      int exponent = std::min(factor.exponent,
                              same == b.factors.end() ? 0 : same->exponent);
      if (!known && exponent != 0)
        common.multiply(factor.polynomial, exponent);
    }
  };
  addCommon(*this, other);
  addCommon(other, *this);
  ExpPolynomial sum = expandBeyond(common), second = other.expandBeyond(common);
  sum.resize(std::max(sum.size(), second.size()), 0);
  for (unsigned i = 0; i < second.size(); ++i) {
    double larger = std::max(std::abs(sum[i]), std::abs(second[i]));
    sum[i] += second[i];
    if (sum[i] != 0 && std::abs(sum[i]) < larger * smallestPart)
      return std::nullopt;
  }
  while (!sum.empty() && sum.back() == 0)
    sum.pop_back();
  while (!sum.empty() && sum.front() == 0) {
    sum.erase(sum.begin());
    ++common.power;
  }
  if (sum.empty())
    return std::nullopt;
  common.scale = sum.front();
  for (double &coefficient : sum)
    coefficient /= common.scale;
  for (const ExpRational *known : {this, &other})
    for (const Factor &factor : known->factors)
      while (std::optional<ExpPolynomial> rest =
                 divide(sum, factor.polynomial)) {
        sum = *rest;
        common.multiply(factor.polynomial, 1);
      }
  if (sum.size() > 1)
    common.multiply(sum, 1);
  if (!common.isSmall())
    return std::nullopt;
  return common;
}
