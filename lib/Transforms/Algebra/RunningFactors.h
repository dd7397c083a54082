//===- RunningFactors.h - Factors of an element in a running sum -*- C++ -*-==//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Factors that do not depend on the summed loop of a running sum are taken out
// of it, so that what is left is the same for all elements:
//
//     %Y = neo.compute [i: n] sum [k: n] %A[k] * %B[i] where (k <= i)
//
//     %S = neo.compute [i: n] sum [k: n] %A[k] where (k <= i)
//     %Y = neo.compute [i: n] %S[i] * %B[i]
//
// Gradients are of this kind: of causal linear attention, where the element's
// factor has a summed loop of its own, which becomes one of the running sum's
// result,
//
//     %dK = neo.compute [k: n, c: 32] sum [i: n, d: 32]
//             %dS[i, c, d] * %V[k, d] where (i >= k)
//
//     %R  = neo.compute [k: n, c: 32, d: 32] sum [i: n] %dS[i, c, d]
//             where (i >= k)
//     %dK = neo.compute [k: n, c: 32] sum [d: 32] %R[k, c, d] * %V[k, d]
//
// So are sums over pairs, %A[k] * %B[j] where (k < j), in which the element is
// a summed loop: a running sum of %A, times %B, summed over j.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGFACTORS_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGFACTORS_H

#include "Neo/Transforms/Algebra/RunningBound.h"

#include "Neo/Transforms/Algebra/ProductTerms.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// A running sum of the factors that are the same for all elements, and its
/// products with the others.
struct FactoredSum {
  ComputeOp inner, outer;
};

/// Builds both for `source`, which has `bound` in its `where`. Nothing is built
/// where the sum is none of such products.
std::optional<FactoredSum> takeFactorsOut(ComputeOp source,
                                          const RunningBound &bound,
                                          mlir::RewriterBase &rewriter);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_RUNNINGFACTORS_H
