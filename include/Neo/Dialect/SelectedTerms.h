//===- SelectedTerms.h - Conditions of terms in bodies ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The condition under which a term exists may stand in the body, as a select
// that is the term or 0, or as a factor that is 1 or 0:
//
//     Y[k, p] += where(p == 2 * i + a, X[c, i] * W[c, k, a], 0)
//     Y[i]    += where(i == j, 1, 0) * X[j]
//
// If it is one of loops alone, it is the `where` of the sum as well,
//
//     Y[k, p] += X[c, i] * W[c, k, a]   where (p - 2 * i - a == 0)
//
// which the rewrites of guarded sums read (TightenSum.h, RunningSums.cpp). What
// else the condition asks stays in the body. Of other reductions the select is
// the term or the reduction's identity, as -inf of a maximum. The body's
// arithmetic is read by IndexExpression.h, in whatever form it is written.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_SELECTEDTERMS_H
#define NEO_DIALECT_SELECTEDTERMS_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// A copy of the reduction `op` before it, with what a select of its body asks
/// of loops alone as its `where`; null if none decides by loops which terms
/// there are.
ComputeOp liftCondition(mlir::RewriterBase &rewriter, ComputeOp op);

} // namespace neo

#endif // NEO_DIALECT_SELECTEDTERMS_H
