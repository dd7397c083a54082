//===- RunningBound.h - Which terms add to each element ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A running sum has a condition that compares a summed loop with a loop of the
// result, which occurs nowhere else: the terms are the same for all elements,
// and an element has those up to a position.
//
//     sum [k: n] %A[k] where (k < i)                k <= i - 1
//     sum [k: n] %A[k] if (k <= i) else 0.0         k <= i
//     sum [k: n] %A[k] where (k >= i)               n - 1 - k <= n - 1 - i
//
// The last one is a running sum from the end, with both loops counted from
// there.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGBOUND_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGBOUND_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// The condition that loop `term`, a summed one, is at most `element + shift`,
/// a loop of the result; of both counted from their ends if `isReversed`.
struct RunningBound {
  mlir::AffineExpr condition;
  unsigned element, term;
  int64_t shift;
  bool isReversed;
};

/// The first such condition of `op` outside of which a term adds nothing.
std::optional<RunningBound> findRunningBound(ComputeOp op);

/// Takes the condition out of `spec`, which is `op`'s. False if the loop of the
/// elements occurs elsewhere.
bool takeOut(const RunningBound &bound, ComputeOp op, ComputeSpec &spec);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGBOUND_H
