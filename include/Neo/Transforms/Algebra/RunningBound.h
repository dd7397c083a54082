//===- RunningBound.h - Which terms add to each element ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A running sum has a condition that compares a summed loop with a loop of the
// result, which occurs nowhere else: the terms are the same for all elements,
// and an element has those up to a position.
//
//     sum [k: n] %A[k] where (k < i)                k <= i - 1
//     sum [k: n] %A[k] if (k <= 2 * i) else 0.0     k <= 2 * i
//     sum [k: n] %A[k] where (k >= i)               n - 1 - k <= n - 1 - i
//
// The last one is a running sum from the end, with the summed loop counted from
// there. The position may be any expression of the element's loop. That may be
// a summed loop, too, of a running sum within a sum:
//
//     sum [k: n, j: n] %A[k] * %B[j] where (k < j)
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_RUNNINGBOUND_H
#define NEO_TRANSFORMS_ALGEBRA_RUNNINGBOUND_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// The condition that loop `term`, a summed one, counted from its end if
/// `isReversed`, is at most `position`, an expression of `element`, another
/// loop.
struct RunningBound {
  mlir::AffineExpr condition, position;
  unsigned element, term;
  bool isReversed;
};

/// A copy of `op` before it, with the guards of reads outside of which a term
/// adds nothing as its `where`; null if there are none.
ComputeOp liftGuards(mlir::RewriterBase &rewriter, ComputeOp op);

/// Calls `rewrite` with `op`, or a copy before it that has the conditions of
/// its body (SelectedTerms.h) and guards as its `where`, and erases that again.
/// Gives what `rewrite` does.
bool withLiftedConditions(mlir::RewriterBase &rewriter, ComputeOp op,
                          llvm::function_ref<bool(ComputeOp)> rewrite);

/// All such conditions in the `where` of `op`, those between summed loops
/// first: the sum within a sum is taken out of that.
llvm::SmallVector<RunningBound> findRunningBounds(ComputeOp op);

/// Takes the condition out of `spec`, which is `op`'s. False if the loop of the
/// elements occurs elsewhere.
bool takeOut(const RunningBound &bound, ComputeOp op, ComputeSpec &spec);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_RUNNINGBOUND_H
