//===- FunctionOfOne.h - Functions of one variable --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A value that is a function of one other, as 1 + erf(x / 2) is of x, or a
// factor times such a function, as d * (1 + erf(x / 2)), which is evaluated for
// d = 1. It can be evaluated in double for any argument, together with an error
// bound of the f32 operations as written: each rounds by half a unit, a math
// function by a whole one, and errors of operands are propagated.
//
//     x = -4:    x / 2         -2           exact
//                erf(x / 2)    -0.99532     6e-8 off
//                1 + erf       0.00468      6e-8 off: a sum keeps the absolute
//                error
//
// A replacement (TabledFunctions.h) must have at most this error.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_FUNCTIONOFONE_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_FUNCTIONOFONE_H

#include "Neo/Dialect/Interpreter/ScalarTable.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace neo {

/// A number with the error bound of f32.
struct Uncertain {
  double value, error;
};

class FunctionOfOne {
public:
  /// `result` as a function of `argument`, for `factor` (if not null) 1. It may
  /// depend on no other values but constants, by sums, products, quotients,
  /// negations and math functions.
  FunctionOfOne(mlir::Value result, mlir::Value argument, mlir::Value factor);

  Uncertain at(double x) const;
  /// Canonical text, equal for equal functions.
  const std::string &text() const { return said; }

private:
  struct Step {
    const ScalarFunction *function; // null: the constant `value`
    unsigned operands[3], count;
    double rounding, value;
  };

  unsigned read(mlir::Value value);
  unsigned add(Step step, llvm::StringRef name);
  std::pair<Scalar, double> run(const Step &step, llvm::ArrayRef<Scalar> values,
                                llvm::ArrayRef<double> errors) const;

  std::vector<Step> steps;
  llvm::DenseMap<mlir::Value, unsigned> stepOf;
  std::string said;
};

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_FUNCTIONOFONE_H
