//===- ExpRational.h - Rational functions of one exponential ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Activations and their derivatives are rational functions of one exponential e
// = exp(u), however they are written:
//
//     sigmoid(u)            e / (1 + e)
//     softplus'(u)          e / (1 + e)
//     tanh(log(1 + e))      (2e + e^2) / (2 + 2e + e^2)
//     its derivative        4e (1 + e) / (2 + 2e + e^2)^2
//
// Their values are bounded, but as written, e overflows for u > 89 in f32, and
// infinity divided by infinity is NaN. With t = exp(-|u|), which is in (0, 1],
// nothing overflows: for u <= 0, e is t; for u > 0, e is 1/t, and a polynomial
// of degree d in 1/t is t^-d times the one with its coefficients reversed.
//
// An ExpRational is  scale * e^power * product of polynomials^exponents.  The
// polynomials have the constant term 1 and are kept factored, so that common
// factors cancel: (1 + e)^2 / (1 + e) is 1 + e. A sum is brought to a common
// denominator, and known polynomials are divided out of its numerator again.
//
// Coefficients are doubles of moderate size. Dyadic ones are exact, so equality
// is decidable; others are rounded, and a sum of them that nearly cancels is
// rejected, since the rest may be rounding errors. So is a function of a degree
// above 8.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_EXPRATIONAL_H
#define NEO_TRANSFORMS_ALGEBRA_EXPRATIONAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace neo {

/// Coefficients from the constant term up.
using ExpPolynomial = llvm::SmallVector<double, 4>;

class ExpRational {
public:
  struct Factor {
    ExpPolynomial polynomial;
    int exponent;
  };

  /// A constant; none if it is not representable.
  static std::optional<ExpRational> number(double value);
  /// e to some power.
  static ExpRational exponential(int power);

  double getScale() const { return scale; }
  int getPower() const { return power; }
  llvm::ArrayRef<Factor> getFactors() const { return factors; }

  /// Is it a number times a power of e?
  bool isMonomial() const { return factors.empty(); }
  bool isNumber() const { return isMonomial() && power == 0; }
  /// The power of t = 1/e that is a factor of the reversed polynomials.
  int getReversedPower() const;
  /// Does it divide by a polynomial and stay bounded?
  bool isBoundedQuotient() const;
  /// Is it a sum of positive terms, or products and quotients of such?
  bool isPositive() const;

  /// The reciprocal of a function that is not 0. Products and sums are none
  /// where they would become too long.
  ExpRational inverse() const;
  std::optional<ExpRational> times(const ExpRational &other) const;
  std::optional<ExpRational> plus(const ExpRational &other) const;

private:
  void multiply(const ExpPolynomial &polynomial, int exponent);
  bool isSmall() const;
  /// scale * e^(power - below.power) * the factors beyond those of `below`,
  /// multiplied out.
  ExpPolynomial expandBeyond(const ExpRational &below) const;

  double scale = 1;
  int power = 0;
  llvm::SmallVector<Factor, 2> factors;
};

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_EXPRATIONAL_H
