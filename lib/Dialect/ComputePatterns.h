//===- ComputePatterns.h - Canonical forms of neo.compute -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Canonicalization patterns that stand in files of their own, and what they
// ask.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_COMPUTEPATTERNS_H
#define NEO_LIB_DIALECT_COMPUTEPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// May a constant take the place of `argument` in a body? Not where an extremum
/// follows from it, whose derivative at a tie depends on that: max(x, 0) is
/// what relu is written as (ArithDerivatives.cpp).
bool mayBeConstant(mlir::BlockArgument argument);

/// Adds those that decide conditions and divisions by the loops' extents.
void addConditionPatterns(mlir::RewritePatternSet &patterns);

} // namespace neo

#endif // NEO_LIB_DIALECT_COMPUTEPATTERNS_H
