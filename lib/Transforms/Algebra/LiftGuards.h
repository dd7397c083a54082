//===- LiftGuards.h - Guards of factors as conditions of terms --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A factor that is padded with 0 makes a term vanish, and so its guard says
// which terms exist, wherever it is written:
//
//     sum_{j, c} K[i, j] * V[j, c] * (W[c, d] if j < i else 0)
// --> sum_{j, c} K[i, j] * V[j, c] * W[c, d]    where j < i
//
// As a guard of W it ties W to the loops i and j, and no step can multiply it
// by anything before both are there: of 128 x 64 results the product has 67 M
// terms (64 values of c), and steps have 1.6 M,
//
//     T[i, c] = sum_j K[i, j] * V[j, c] where j < i,   sum_c T[i, c] * W[c, d]
//
// as if the guard stood at K. Only what is a condition on loops that the factor
// does not have is lifted: the others are no obstacle, and a masked load is
// cheaper than a masked term. An infinity beside the padding is left out with
// the term (docs/Numerics.md).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_LIFTGUARDS_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_LIFTGUARDS_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// `op`, a sum, with such guards lifted, before it; null if it has none.
ComputeOp liftGuards(ComputeOp op, mlir::RewriterBase &rewriter);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_LIFTGUARDS_H
