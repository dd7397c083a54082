//===- ExpTerms.h - Exponentials in an operator's body ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A value of a body is read as a rational function of one exponential
// (ExpRational.h) times powers of other values:
//
//     dy * x * (1 - th * th) / (1 + exp(x)) * exp(x),  th = tanh(log(1 +
//     exp(x))) dy^1 x^1 * 4e (1 + e)^1 (2 + 2e + e^2)^-2,       e = exp(x)
//
// Products and quotients add powers. Sums are of terms with the same other
// values only; what is not of this kind is itself, to the power of one. So
// every float has a term, and the interesting ones are told by their rational.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_EXPTERMS_H
#define NEO_TRANSFORMS_ALGEBRA_EXPTERMS_H

#include "Neo/Transforms/Algebra/ExpRational.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseMap.h"

namespace neo {

/// `rational` of exp(base), times other values to powers.
struct ExpTerm {
  ExpRational rational;
  mlir::Value base;
  llvm::SmallVector<std::pair<mlir::Value, int>, 2> others;

  bool isPure() const { return others.empty(); }
};

/// Reads the values of a body as ExpTerms.
class ExpReader {
public:
  const ExpTerm &read(mlir::Value value);

  /// What `value` is the logarithm of, if that is a positive function of one
  /// exponential that grows or falls without bound.
  struct Logarithm {
    mlir::Value base;
    ExpRational of;
  };
  std::optional<Logarithm> readLog(mlir::Value value);

private:
  std::optional<ExpTerm> tryRead(mlir::Value value);
  std::optional<ExpTerm> readTanh(mlir::math::TanhOp op);
  std::optional<ExpTerm> logArgument(mlir::Value value);
  static std::optional<ExpTerm> readExp(mlir::Value argument);
  static std::optional<ExpTerm> multiply(ExpTerm a, const ExpTerm &b);
  static std::optional<ExpTerm> divide(const ExpTerm &a, ExpTerm b);
  static std::optional<ExpTerm> add(ExpTerm a, const ExpTerm &b);
  static std::optional<ExpTerm> scale(ExpTerm a, double factor);

  llvm::DenseMap<mlir::Value, ExpTerm> known;
};
/// The number that a constant float is.
std::optional<double> getNumber(mlir::Value value);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_EXPTERMS_H
