//===- BodyValues.h - What a value of a body is made of ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A value in the body of neo.compute is made of the body's arguments, numbers
// and indices. Rewrites of sums ask which arguments a factor needs, and whether
// it moves with the terms at all:
//
//     sum [j] %m[i] * exp(%a[i] - 1) * %X[i, j]
//             -----------------------            the same in all terms of a sum
//
// Values may be used twice: x * x, forty times in a row, is a body of forty
// operations and a tree of 2^40 leaves. Walks visit each value once, and
// products are taken apart into so many factors only.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_BODYVALUES_H
#define NEO_DIALECT_BODYVALUES_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace neo {

/// What `value` is made of, each once, itself last.
llvm::SetVector<mlir::Value> getParts(mlir::Value value);

/// Adds the arguments of the body that `value` needs.
void collectArguments(mlir::Value value,
                      llvm::SetVector<mlir::Value> &arguments);

/// Is `value`, of the body of `op`, the same in all terms that it reduces? Not
/// where a guard or an index decides: that may be one of those loops.
bool isSameInAllTerms(ComputeOp op, mlir::Value value);

/// Is part of `value` the same in all terms, and made by another operator?
bool waitsForStatement(ComputeOp op, mlir::Value value);

/// Which products of a body are taken apart into their factors: all but those
/// that several operations use and that have too many factors, as a power does
/// that is made by squaring.
class ProductsApart {
public:
  /// A bound on the code that is emitted for one product.
  static constexpr unsigned mostFactors = 64;

  bool takes(mlir::Value product) {
    return product.hasOneUse() || countFactors(product) <= mostFactors;
  }

private:
  /// At most one more than `mostFactors`.
  unsigned countFactors(mlir::Value value);

  llvm::DenseMap<mlir::Value, unsigned> known;
};

} // namespace neo

#endif // NEO_DIALECT_BODYVALUES_H
