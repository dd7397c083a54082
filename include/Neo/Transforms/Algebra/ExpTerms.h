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
// Products and quotients add powers. Terms can be added if they have the same
// other values; any other value is an opaque factor with the power one. So
// every float has a term; those with a rational other than 1 are of interest.
//
// A form that was made safe by hand, and its derivative, select between two
// expressions of the same function:
//
//     (x >= 0 ? 1 : t) / (1 + t),    t = exp(x >= 0 ? -x : x)
//
// Where x >= 0 holds, this reads as 1 / (1 + 1/e), and where it does not, as
// e / (1 + e). Both are the same term, so it is the term of the value, whatever
// the condition is. Such values are read once for either case.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_EXPTERMS_H
#define NEO_TRANSFORMS_ALGEBRA_EXPTERMS_H

#include "Neo/Transforms/Algebra/ExpRational.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace neo {

/// `rational` of exp(base), times other values to powers; or the number 0.
struct ExpTerm {
  ExpRational rational;
  mlir::Value base;
  llvm::SmallVector<std::pair<mlir::Value, int>, 2> others;
  bool isZero = false;

  bool isPure() const { return others.empty() && !isZero; }
};

/// Reads the values of a body as ExpTerms.
class ExpReader {
public:
  const ExpTerm &read(mlir::Value value);

  /// The argument of the logarithm `value`, if that is a positive function of
  /// one exponential that is unbounded or tends to 0, optionally times one
  /// other value (power 1) or divided by it (power -1). Only one, as two may
  /// both be negative.
  struct Logarithm {
    mlir::Value base;
    ExpRational of;
    mlir::Value other;
    int power = 0;
  };
  std::optional<Logarithm> readLog(mlir::Value value);

private:
  using Conditions = llvm::SmallSetVector<mlir::Value, 2>;

  /// Folds selects in `value` under the assumed conditions.
  mlir::Value resolve(mlir::Value value) const;
  const Conditions &findConditions(mlir::Value value);
  std::optional<ExpTerm> readCases(mlir::Value value);
  std::optional<ExpTerm> tryRead(mlir::Value value);
  std::optional<ExpTerm> readTanh(mlir::math::TanhOp op);
  std::optional<ExpTerm> logArgument(mlir::Value value);
  std::optional<ExpTerm> readExp(mlir::Value argument);
  static std::optional<ExpTerm> multiply(ExpTerm a, const ExpTerm &b);
  static std::optional<ExpTerm> divide(const ExpTerm &a, ExpTerm b);
  static std::optional<ExpTerm> add(ExpTerm a, const ExpTerm &b);
  static std::optional<ExpTerm> scale(ExpTerm a, double factor);

  llvm::DenseMap<mlir::Value, ExpTerm> known;
  /// Conditions that are assumed to be true, or false.
  llvm::SmallDenseMap<mlir::Value, bool, 2> assumed;
  /// The conditions of selects that a value depends on, and a reader for either
  /// case.
  llvm::DenseMap<mlir::Value, Conditions> conditions;
  llvm::DenseMap<mlir::Value, std::pair<std::unique_ptr<ExpReader>,
                                        std::unique_ptr<ExpReader>>>
      cases;
};

/// The value of a constant float.
std::optional<double> getNumber(mlir::Value value);
/// `value` without constant factors; `factor` is multiplied by these.
mlir::Value dropNumbers(mlir::Value value, double *factor = nullptr);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_EXPTERMS_H
