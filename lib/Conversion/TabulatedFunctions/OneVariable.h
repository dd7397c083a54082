//===- OneVariable.h - Values that are functions of one other ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// In the body of a gradient of GELU
//
//     a = d * 0.5            e = erf(x * 0.7)      b = a * (1 + e)
//     c = a * x              s = exp(-x * x / 2)   t = c * s * 0.4
//     r = b + t
//
// everything is d times a function of x alone, and r, which others need, is
//
//     r = d * (0.5 * (1 + erf(0.7 x)) + 0.5 x * exp(-x * x / 2) * 0.4)
//
// An operation is read by what its operands are: of one variable if all are of
// the same, and a product with one that is a number times something else has
// this as a factor. Terms of one sum need the same factor; in c, which is a
// number times x d, either may be it. What cannot be read so is a variable of
// its own, and what it is computed of is needed as it is.
//
// Who makes a table of f looks at it in some thousand places, so f must not do
// anything between them. Sums and products are of erf, tanh and exp here, and
// of nothing that compares or divides; and what these are taken of is a sum of
// powers of x, all odd or all even and of the same sign. That grows from 0 on
// in both directions, so that what they do, they do over octaves of x: no step
// at 12345, and no number that is meant to be another.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_ONEVARIABLE_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_ONEVARIABLE_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace neo {

/// What a value is: a function of `variable`, times `factor` unless that is
/// null. A number has no variable.
struct OneVariable {
  mlir::Value variable, factor;
  /// Is the function a number times the variable?
  bool isMultiple = false;
  /// What it is, if it is known: a number, odd or even powers, or even ones and
  /// a number. All have the same sign.
  enum class Kind { other, number, odd, even, raised } kind = Kind::other;
  bool isNegative = false;
};

/// The vectors of 16 f32 in `block` that are functions of others, and are
/// needed as they are.
llvm::SmallVector<std::pair<mlir::Value, OneVariable>>
findFunctionsOfOne(mlir::Block &block);

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_ONEVARIABLE_H
