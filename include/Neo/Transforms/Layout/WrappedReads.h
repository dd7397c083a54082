//===- WrappedReads.h - Reads that wrap around ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     Y[i] = f(X[(i + 3) mod 1024], X[(i + 1021) mod 1024])          i < 1024
// -->
//     Y[i] = f((X[i + 3]    if i < 1021 else -0.0)
//            + (X[i - 1021] if i >= 1021 else -0.0), ...)
//
// A rolled tensor, a stencil with periodic borders. Along the lanes such an
// index would be divided for each lane, and each element loaded alone. But it
// wraps around once: before and behind that place it is affine, and the loops
// of an elementwise operator are split at the bounds of guards
// (TileSections.h), where one of the two reads is a constant that folds away.
// -0.0 is what changes no sum, not even 0.0 itself; of integers it is 0.
//
// Sums over windows that wrap around read periodic copies
// (PeriodicOperands.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_LAYOUT_WRAPPEDREADS_H
#define NEO_TRANSFORMS_LAYOUT_WRAPPEDREADS_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Splits the reads of the elementwise operator `op` that wrap around once
/// along its innermost loop; returns whether there are any.
bool splitWrappedReads(ComputeOp op, mlir::RewriterBase &rewriter);

} // namespace neo

#endif // NEO_TRANSFORMS_LAYOUT_WRAPPEDREADS_H
