//===- RealForm.cpp - Values as sums of products of unknowns --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/RealForm.h"

#include "llvm/Support/MathExtras.h"

#include <climits>
#include <cmath>
#include <numeric>

using namespace neo;

constexpr size_t mostTerms = 32;

/// over / under in lowest terms.
static std::optional<Fraction> reduced(int64_t over, int64_t under) {
  if (under == 0 || over == INT64_MIN || under == INT64_MIN)
    return std::nullopt;
  int64_t common = std::gcd(over, under) * (under < 0 ? -1 : 1);
  return Fraction{over / common, under / common};
}

std::optional<Fraction> Fraction::of(double number) {
  constexpr double largest = 1 << 30;
  for (int64_t under = 1; under <= int64_t(largest); under *= 2) {
    double over = number * double(under);
    if (!(std::abs(over) <= largest))
      return std::nullopt;
    if (over == std::floor(over))
      return reduced(int64_t(over), under);
  }
  return std::nullopt;
}

/// Uses the least common denominator: nested means over thousands of terms have
/// denominators with common factors, whose product overflows 64 bits.
std::optional<Fraction> Fraction::plus(Fraction other) const {
  int64_t common = std::gcd(under, other.under);
  int64_t a, b, sum, product;
  if (llvm::MulOverflow(over, other.under / common, a) ||
      llvm::MulOverflow(other.over, under / common, b) ||
      llvm::AddOverflow(a, b, sum) ||
      llvm::MulOverflow(under, other.under / common, product))
    return std::nullopt;
  return reduced(sum, product);
}

std::optional<Fraction> Fraction::times(Fraction other) const {
  int64_t a, b;
  if (llvm::MulOverflow(over, other.over, a) ||
      llvm::MulOverflow(under, other.under, b))
    return std::nullopt;
  return reduced(a, b);
}

std::optional<Fraction> Fraction::inverse() const {
  return reduced(under, over);
}

RealForm RealForm::number(Fraction value) {
  RealForm form;
  if (!value.isZero())
    form.terms[{}] = value;
  return form;
}

RealForm RealForm::unknown(std::string text) {
  RealForm form;
  form.terms[{{Unknown(std::move(text)), 1}}] = {1, 1};
  return form;
}

std::string RealForm::str() const {
  std::string text;
  for (const auto &[product, coefficient] : terms) {
    text += (text.empty() ? "" : " + ") + std::to_string(coefficient.over) +
            "/" + std::to_string(coefficient.under);
    for (const auto &[unknown, power] : product)
      text += " * " + unknown.str() + "^" + std::to_string(power);
  }
  return text.empty() ? "0" : text;
}

bool RealForm::add(const Product &product, Fraction coefficient) {
  auto [found, isNew] = terms.try_emplace(product, coefficient);
  if (!isNew) {
    std::optional<Fraction> sum = found->second.plus(coefficient);
    if (!sum)
      return false;
    found->second = *sum;
  }
  if (found->second.isZero())
    terms.erase(found);
  return terms.size() <= mostTerms;
}

std::optional<RealForm> RealForm::plus(const RealForm &other) const {
  RealForm sum = *this;
  for (const auto &[product, coefficient] : other.terms)
    if (!sum.add(product, coefficient))
      return std::nullopt;
  return sum;
}

/// No value if a power overflows: squared 32 times, a value is no power of 0.
std::optional<RealForm::Product> RealForm::multiply(const Product &a,
                                                    const Product &b) {
  Product product;
  product.reserve(a.size() + b.size());
  auto left = a.begin(), right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (left->first < right->first) {
      product.push_back(*left++);
    } else if (right->first < left->first) {
      product.push_back(*right++);
    } else {
      int sum;
      if (llvm::AddOverflow(left->second, right->second, sum) || sum == INT_MIN)
        return std::nullopt;
      if (sum != 0)
        product.emplace_back(left->first, sum);
      ++left, ++right;
    }
  }
  product.insert(product.end(), left, a.end());
  product.insert(product.end(), right, b.end());
  return product;
}

std::optional<RealForm> RealForm::times(const RealForm &other) const {
  RealForm result;
  for (const auto &[a, x] : terms)
    for (const auto &[b, y] : other.terms) {
      std::optional<Fraction> coefficient = x.times(y);
      std::optional<Product> product = multiply(a, b);
      if (!coefficient || !product || !result.add(*product, *coefficient))
        return std::nullopt;
    }
  return result;
}

std::optional<RealForm> RealForm::inverse() const {
  if (isZero())
    return std::nullopt;
  if (terms.size() > 1) {
    std::string text = str();
    if (text.size() > mostText)
      return std::nullopt;
    RealForm form;
    form.terms[{{Unknown("(" + text + ")"), -1}}] = {1, 1};
    return form;
  }
  const auto &[product, coefficient] = *terms.begin();
  RealForm form;
  Product powers = product;
  for (auto &[unknown, power] : powers)
    power = -power;
  std::optional<Fraction> inverse = coefficient.inverse();
  if (!inverse)
    return std::nullopt;
  form.terms[powers] = *inverse;
  return form;
}
