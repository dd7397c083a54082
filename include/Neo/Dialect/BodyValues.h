//===- BodyValues.h - What a value of a body is made of ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A value in the body of neo.compute is a tree over the body's arguments,
// numbers and indices. Rewrites of sums ask which arguments a factor needs, and
// whether it moves with the terms at all:
//
//     sum [j] %m[i] * exp(%a[i] - 1) * %X[i, j]
//             -----------------------            the same in all terms of a sum
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_BODYVALUES_H
#define NEO_DIALECT_BODYVALUES_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/SetVector.h"

namespace neo {

/// Adds the arguments of the body that `value` needs.
void collectArguments(mlir::Value value,
                      llvm::SetVector<mlir::Value> &arguments);

/// Is `value`, of the body of `op`, the same in all terms that it reduces? Not
/// where a guard or an index decides: that may be one of those loops.
bool isSameInAllTerms(ComputeOp op, mlir::Value value);

/// Is part of `value` the same in all terms, and made by another operator?
bool waitsForStatement(ComputeOp op, mlir::Value value);

} // namespace neo

#endif // NEO_DIALECT_BODYVALUES_H
