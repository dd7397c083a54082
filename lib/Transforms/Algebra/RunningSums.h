//===- RunningSums.h - Sums up to each element, in blocks -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Running sums, products and extrema are taken in blocks, and running positions
// are those of records, which running extrema find. The conditions of guards
// and bodies stand in the `where` of a copy of the operator, `source`, which no
// argmax could have.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGSUMS_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGSUMS_H

#include "Neo/Transforms/Algebra/Rewrites.h"
#include "Neo/Transforms/Algebra/RunningBound.h"

namespace neo {

/// Takes the reduction `op` in blocks (RunningSums.cpp) if that, and what costs
/// `beside`, is cheaper than `whole`, both in cycles.
bool takeInBlocks(ComputeOp op, mlir::RewriterBase &rewriter,
                  const AlgebraOptions &options, double whole, double beside);

/// Finds the first best term up to each element as the last one that was better
/// than all before it (RunningPositions.cpp). `source` is the argmax or argmin
/// `op`, or a copy of it. Replaces `op` and returns true where that costs less
/// than `whole`.
bool takeRunningPositions(ComputeOp op, ComputeOp source,
                          mlir::RewriterBase &rewriter,
                          const AlgebraOptions &options, double whole);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGSUMS_H
