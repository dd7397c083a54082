//===- RealForm.h - Values as sums of products of unknowns ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The value that an operator computes in exact arithmetic: a sum of products of
// powers of *unknowns*, with rational coefficients.
//
//     c[i] = -(sum_j dy[i, j] * e[i, j]) / z[i]^2
//     -->  -1 * "sum(%dy[d0, s0] * %e[d0, s0])"^1 * "sum(%e[d0, s0])"^-2
//
// where z is itself read as the sum that it is. An unknown is a canonical text:
// an element of a tensor with its indices, a function of a form, or a sum over
// loops from which loop-invariant factors and constants have been moved out; a
// term that does not depend on a loop is multiplied by its extent. So equal
// forms are equal numbers, and a form without terms is zero. The converse does
// not hold: forms that differ may be equal, and a form that is too long becomes
// an unknown.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_REALFORM_H
#define NEO_TRANSFORMS_ALGEBRA_REALFORM_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neo {

/// An exact fraction; operations fail on overflow of 64 bits.
struct Fraction {
  int64_t over = 0, under = 1;

  /// `number`, if it is exactly representable.
  static std::optional<Fraction> of(double number);
  std::optional<Fraction> plus(Fraction other) const;
  std::optional<Fraction> times(Fraction other) const;
  std::optional<Fraction> inverse() const;
  bool isZero() const { return over == 0; }
};

/// The text of an unknown, which forms share: nested sums are long, and forms
/// are copied with each operation.
class Unknown {
public:
  Unknown(std::string text)
      : text(std::make_shared<const std::string>(std::move(text))) {}

  const std::string &str() const { return *text; }
  bool operator<(const Unknown &other) const {
    return text != other.text && *text < *other.text;
  }

private:
  std::shared_ptr<const std::string> text;
};

class RealForm {
public:
  /// Unknowns in their order, and their powers, none of which is 0.
  using Product = std::vector<std::pair<Unknown, int>>;
  /// Characters beyond which an unknown is not worth its comparison.
  static constexpr size_t mostText = 4000;

  static RealForm number(Fraction value);
  static RealForm unknown(std::string text);

  const std::map<Product, Fraction> &getTerms() const { return terms; }
  bool isZero() const { return terms.empty(); }
  std::string str() const;

  /// No value if the result would be too long, or overflow 64 bits.
  std::optional<RealForm> plus(const RealForm &other) const;
  std::optional<RealForm> times(const RealForm &other) const;
  /// The reciprocal of a form of one term; any other form becomes an unknown.
  std::optional<RealForm> inverse() const;

  /// The product of both; none if a power overflows.
  static std::optional<Product> multiply(const Product &a, const Product &b);

  /// Adds a term in place. Returns false, and leaves the form invalid, if it is
  /// too long or a coefficient overflows 64 bits.
  bool add(const Product &product, Fraction coefficient);

private:
  std::map<Product, Fraction> terms; // none is 0
};

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_REALFORM_H
