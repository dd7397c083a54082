//===- ClampedExp.h - Exponentials with a clamped argument ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A bounded function R of e = exp(u) (ExpRational.h) reaches its limit long
// before e overflows, so the exponent may be clamped:
//
//     e = exp(min(u, U))
//
// Mish, x * tanh(log(1 + exp(x))), is then
//
//     m = e * (2 + e),   x * (m / (m + 2))
//
// where a form in exp(-|u|) needs a select by the sign of u for each
// coefficient. At U the denominator of R is as large as its type allows,
// 2^127.5, or the numerator, if that is the larger, as in (1 + 1.5 e) / (1 +
// e). Where R tends to a number other than 0 its value at U is this number,
// rounded. Where it tends to 0, 0 is put beyond U, if R is less than 2^-125
// there: less than twice the smallest normal number. A function that decays
// more slowly than its denominator grows, such as e / (1 + e^2), has not
// reached it at U and keeps the other form (FallingExp.h).
//
// For u far below 0, e is small, exact, and R is a product of it and of
// polynomials near 1, so that nothing cancels. A quotient by first powers is
// one division, which rounds to no more than 1 if R is no more than 1. By
// higher powers it is multiplied, in an order in which no step leaves the
// range:
//
//     e (1 + e) / P^2     e * i * (1 + e) * i,    i = 1 / P
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_CLAMPEDEXP_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_CLAMPEDEXP_H

#include "FactorBuilder.h"
#include "Neo/Transforms/Algebra/ExpRational.h"

#include "mlir/IR/Builders.h"

namespace neo {

/// U, if `r` can be computed this way in `type`.
std::optional<double> getClamp(const ExpRational &r, mlir::Type type);

class ClampedExp : FactorBuilder {
public:
  /// Of exp(u), for functions whose U is `clamp`.
  ClampedExp(mlir::OpBuilder &b, mlir::Location loc, mlir::Value u,
             double clamp);

  mlir::Value emit(const ExpRational &r);

private:
  /// A factor or a product of them, with its degree in e.
  struct Term {
    mlir::Value value;
    int degree;
  };

  mlir::Value emitPolynomial(const ExpPolynomial &polynomial);
  mlir::Value multiplyAll(llvm::ArrayRef<Term> terms);
  mlir::Value divide(const ExpRational &r, double &scale);

  mlir::Value isBeyond, e;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_CLAMPEDEXP_H
