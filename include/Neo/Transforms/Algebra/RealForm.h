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
// where z is itself read as the sum that it is. An unknown is a text that
// identifies it: an element of a tensor with its indices, a function of a form,
// a sum over loops that has been taken apart as far as it goes: numbers and
// factors that the loops do not move stand before it, and a term that does not
// depend on a loop is counted. So equal forms are equal numbers, and a form
// without terms is zero. The converse does not hold: forms that differ may be
// equal, and what is too long is read as an unknown.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_REALFORM_H
#define NEO_TRANSFORMS_ALGEBRA_REALFORM_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace neo {

/// An exact fraction; operations fail where 64 bits do not hold it.
struct Fraction {
  int64_t over = 0, under = 1;

  /// Exactly `number`, or nothing.
  static std::optional<Fraction> of(double number);
  std::optional<Fraction> plus(Fraction other) const;
  std::optional<Fraction> times(Fraction other) const;
  std::optional<Fraction> inverse() const;
  bool isZero() const { return over == 0; }
};

class RealForm {
public:
  /// Unknowns and their powers, none of which is 0.
  using Product = std::map<std::string, int>;
  /// Characters beyond which an unknown is not worth its comparison.
  static constexpr size_t mostText = 4000;

  static RealForm number(Fraction value);
  static RealForm unknown(std::string text);

  const std::map<Product, Fraction> &getTerms() const { return terms; }
  bool isZero() const { return terms.empty(); }
  std::string str() const;

  /// Each is nothing where the result would be too long, or leave 64 bits.
  std::optional<RealForm> plus(const RealForm &other) const;
  std::optional<RealForm> times(const RealForm &other) const;
  /// Of a form of one term; any other becomes an unknown.
  std::optional<RealForm> inverse() const;

  /// Adds a term in place. False if the form is of no use any more: it is too
  /// long, or a coefficient left 64 bits.
  bool add(const Product &product, Fraction coefficient);

private:
  std::map<Product, Fraction> terms; // none is 0
};

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_REALFORM_H
