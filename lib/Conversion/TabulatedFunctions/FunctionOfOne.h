//===- FunctionOfOne.h - What one number makes of another -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A value that is computed of one other, as 1 + erf(x / 2) is of x, or that is
// another number times such a function, as d * (1 + erf(x / 2)): then it is
// read as what it is of d = 1. It can be computed for any number in double, and
// with it how far operations on f32 may be off, as they are written: each
// rounds by half a unit, a function of math by a whole one, and passes on what
// its operands are off.
//
//     x = -4:    x / 2         -2           exact
//                erf(x / 2)    -0.99532     6e-8 off
//                1 + erf       0.00468      6e-8 off: a sum keeps what is off
//
// A function that takes another form (TabledFunctions.h) may be as far off, and
// no further.
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

/// A number, and how far f32 may be off it.
struct Uncertain {
  double value, error;
};

class FunctionOfOne {
public:
  /// What `result` is of `argument`, where `factor` (or null) is 1. Nothing
  /// else but constants may be needed, and no operations but sums, products,
  /// quotients, negations and functions of math.
  FunctionOfOne(mlir::Value result, mlir::Value argument, mlir::Value factor);

  Uncertain at(double x) const;
  /// Equal for equal functions.
  const std::string &text() const { return said; }

private:
  struct Step {
    const ScalarFunction *function; // null: the number in `value`
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
