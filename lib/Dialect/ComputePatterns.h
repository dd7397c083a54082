//===- ComputePatterns.h - Canonical forms of neo.compute -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Canonicalization patterns that stand in files of their own, and what all use.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_COMPUTEPATTERNS_H
#define NEO_LIB_DIALECT_COMPUTEPATTERNS_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Replaces `op` by `spec` with the body of `op`.
void replaceBy(mlir::PatternRewriter &rewriter, ComputeOp op, ComputeSpec spec);

/// Adds those that decide conditions and divisions by the loops' extents.
void addConditionPatterns(mlir::RewritePatternSet &patterns);

/// Adds that of functions of one of two numbers (SelectedConstants.cpp).
void addSelectPatterns(mlir::RewritePatternSet &patterns);

} // namespace neo

#endif // NEO_LIB_DIALECT_COMPUTEPATTERNS_H
