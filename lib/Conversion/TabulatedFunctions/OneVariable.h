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
// everything is d times a function of x, and r, which has other uses, is
//
//     r = d * (0.5 * (1 + erf(0.7 x)) + 0.5 x * exp(-x * x / 2) * 0.4)
//
// Operations are analysed from operands to results: the result depends on one
// variable if all operands depend on the same one, and a product with an
// operand that is a constant times another value has this value as a factor.
// Terms of a sum must have the same factor; in c, a constant times x d, either
// may be the factor. A value that does not match is a new variable, and its
// operands have to be computed.
//
// A table of f is fitted to some thousand samples, so f must be smooth between
// them. Only sums and products of erf, tanh and exp are accepted, no
// comparisons or divisions; and their arguments are sums of powers of x, all
// odd or all even and of the same sign. These are monotonic from 0 on in both
// directions, so that f varies on the scale of octaves of x, without a step at
// 12345 and without magic numbers.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_ONEVARIABLE_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_ONEVARIABLE_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace neo {

/// A value as a function of `variable`, times `factor` unless that is null. A
/// constant has no variable.
struct OneVariable {
  mlir::Value variable, factor;
  /// Is the function a constant times the variable?
  bool isMultiple = false;
  /// Its form, if known: a constant, odd or even powers, or even powers and a
  /// constant, all with the same sign.
  enum class Kind { other, number, odd, even, raised } kind = Kind::other;
  bool isNegative = false;
};

/// The vectors of 16 f32 in `block` that are functions of others, and have uses
/// outside such functions.
llvm::SmallVector<std::pair<mlir::Value, OneVariable>>
findFunctionsOfOne(mlir::Block &block);

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_ONEVARIABLE_H
