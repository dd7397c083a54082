//===- SubstitutionCost.h - Reward of substituting a producer ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The reward of NeoFlow (TPDS 2021, section 5.1) for putting a producer's
// expression where its result T is read:
//
//     R = dT / Pd + dC / Pc + dK * L
//
// Each consumer no longer reads T, and reads those of the producer's operands
// that it did not read before. If the expression is substituted in all readers,
// T is dead: the producer's own reads, operations and launch are saved too.
//
// Recomputation is counted in instructions, and a load is one. So a cheap
// expression is free, since it replaces a load:
//
//     T[i] = -x[i],  A[i] = T[i] + u[i],  B[i] = T[i] * v[i]
//     before: 3 instructions a point for T (load, negate, store), 1 in A and B
//     after:  2 in A and in B (load, negate)                          dC = 1
//
//     T[i] = exp(x[i]) instead: 14 and 1 + 1 before, 13 + 13 after  dC = -10
//
// A reader evaluates the expression once for each element that it reads at a
// point: in a stencil O[i] = T[i] + T[i+1] + T[i+2] three times.
//
// An operation that depends on fewer loops than the producer has is computed
// less often: once for a row, or as a tensor of its own (SharedParts.cpp). It
// counts the steps of the loops that it depends on, and the
// 1 / sqrt(v[j]) of a batch norm's columns is free however many rows read it.
//
// The bandwidth is that of the memory level that holds a tensor of its size, as
// in AlgebraCost.h.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_SUBSTITUTIONCOST_H
#define NEO_LIB_TRANSFORMS_FUSION_SUBSTITUTIONCOST_H

#include "Neo/Transforms/Algebra/AlgebraCost.h"

namespace neo {

struct SubstitutionReward {
  double bytes = 0, instructions = 0, launches = 0; // saved
  double cycles = 0;                                // saved by all of them
};

/// The reward of substituting the expression of `producer` in its readers
/// `consumers`; `remains`: there are other readers, so that its result is still
/// written.
SubstitutionReward rewardOf(ComputeOp producer,
                            llvm::ArrayRef<ComputeOp> consumers, bool remains,
                            const AlgebraCost &cost);

/// Are the guards of `producer`, read at `place` in a copy, bounds of one loop
/// each? Then that is split at them (TileSections.h).
bool hasSplitBounds(ComputeOp producer, ComputeOp consumer,
                    mlir::AffineMap place);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_SUBSTITUTIONCOST_H
