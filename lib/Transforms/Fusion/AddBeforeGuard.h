//===- AddBeforeGuard.h - Sums of what one guard lets pass ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradient of two halves that are joined again reads four tensors, two and
// two under one guard:
//
//     R[z] = (P[z] if z < 8 else 0) + (Q[z - 8] if z >= 8 else 0)
//          + (S[z] if z < 8 else 0) + (T[z - 8] if z >= 8 else 0)
// -->
//     A[i] = P[i] + S[i],   B[i] = Q[i] + T[i]
//     R[z] = (A[z] if z < 8 else 0) + (B[z - 8] if z >= 8 else 0)
//
// What P and S compute is substituted in A, which has no guard; in R it could
// not be. Sums are reassociated, so not under neo.strict.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_ADDBEFOREGUARD_H
#define NEO_LIB_TRANSFORMS_FUSION_ADDBEFOREGUARD_H

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Adds producers first that a reader adds under one guard.
void addAddBeforeGuardPattern(mlir::RewritePatternSet &patterns);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_ADDBEFOREGUARD_H
