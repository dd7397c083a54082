//===- FallingExp.h - exp(-|u|) for functions of exp(u) ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A bounded function of e = exp(u) in terms of t = exp(-|u|), which cannot
// overflow (ExpRational.h): e is t up to 0 and 1/t beyond, where polynomials of
// t have their coefficients reversed. Every coefficient that differs becomes a
// select:
//
//     e / (1 + e)     (u > 0 ? 1 : t) / (1 + t)
//
// Logarithms of 1 + e need t, and so do functions that fall too slowly for
// ClampedExp.h.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_FALLINGEXP_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_FALLINGEXP_H

#include "FactorBuilder.h"
#include "Neo/Transforms/Algebra/ExpRational.h"

#include "mlir/IR/Builders.h"

namespace neo {

/// What is known of the sign of a value from how it is computed: |x|, and
/// -|x| as the derivable x > 0 ? -x : x of a softplus.
enum class Sign { any, notNegative, notPositive };
Sign signOf(mlir::Value u);

class FallingExp : FactorBuilder {
public:
  FallingExp(mlir::OpBuilder &b, mlir::Location loc, mlir::Value u);

  /// exp(-|u|).
  mlir::Value get() const { return t; }
  bool knowsSign() const { return sign != Sign::any; }
  mlir::Value getArgument() const { return u; }
  /// `positive` where u > 0. At 0, where t is 1, both are the same.
  mlir::Value choose(mlir::Value positive, mlir::Value other);
  /// The value of `r` without its powers of t.
  mlir::Value emitFactors(const ExpRational &r);
  /// The value of `r`.
  mlir::Value emit(const ExpRational &r);

private:
  mlir::Value emitPolynomial(const ExpPolynomial &polynomial);
  mlir::Value emitPowers(int power, int reversed);
  mlir::Value multiplyFactors(const ExpRational &r, mlir::Value above);

  mlir::Value u, t, isPositive;
  Sign sign;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_FALLINGEXP_H
