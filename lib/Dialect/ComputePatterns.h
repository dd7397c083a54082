//===- ComputePatterns.h - Canonical forms of neo.compute -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Canonicalization patterns that stand in files of their own.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_COMPUTEPATTERNS_H
#define NEO_LIB_DIALECT_COMPUTEPATTERNS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace neo {

/// May a constant take the place of `argument` in a body? Not in an extremum,
/// whose derivative at a tie depends on it: max(x, 0) is what relu is written
/// as (ArithDerivatives.cpp).
inline bool mayBeConstant(mlir::BlockArgument argument) {
  return llvm::none_of(argument.getUsers(), [](mlir::Operation *user) {
    return mlir::isa<mlir::arith::MaximumFOp, mlir::arith::MinimumFOp,
                     mlir::arith::MaxNumFOp, mlir::arith::MinNumFOp>(user);
  });
}

/// Adds those that decide conditions and divisions by the loops' extents.
void addConditionPatterns(mlir::RewritePatternSet &patterns);

} // namespace neo

#endif // NEO_LIB_DIALECT_COMPUTEPATTERNS_H
