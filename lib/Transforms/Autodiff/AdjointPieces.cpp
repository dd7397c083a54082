//===- AdjointPieces.cpp - An adjoint by residue classes ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The input gradient of a convolution with stride 2 sums over other weights for
// even elements than for odd ones. Computed class by class every piece is a
// dense convolution:
//
//     %e = neo.compute [c: C, z: 6] sum [k: K]         dA at 2 * z
//     %o = neo.compute [c: C, z: 6] sum [k: K, t: 2]   dA at 2 * z + 1
//
// at the price of one more pass over dA (AssembleClasses.h), which a consumer
// may absorb. Where an element has few terms, that pass costs more than all of
// them: then there is one operator for all classes, and the kernel, whose tiles
// hold an element of each, writes out the terms that each has.
//
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/AssembleClasses.h"
#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

using namespace mlir;
using namespace neo;

bool ComputeAdjoint::isWrittenOut(const Plan &plan, const ResidueSplit &split) {
  // Products in the code of a tile with one element of each class.
  constexpr int64_t mostTerms = 64;
  int64_t terms = plan.inversion.freeVolume();
  for (auto [extent, stride] :
       llvm::zip_equal(plan.problem.access.shape, split.stride)) {
    if (extent % stride != 0 || terms > mostTerms)
      return false;
    terms *= stride;
  }
  return terms <= mostTerms;
}

Value ComputeAdjoint::emitPieces(const Plan &plan, const ResidueSplit &split,
                                 ScalarAdjoint &body) {
  SmallVector<ResidueClass> classes;
  for (const ResiduePiece &piece : split.pieces)
    if (!piece.inversion.empty)
      classes.push_back({emit({plan.slot, plan.problem, piece.inversion}, body),
                         piece.phase});
  return assembleClasses(builder, forward.getLoc(),
                         forward.getOperandType(plan.slot), split.stride,
                         classes);
}
