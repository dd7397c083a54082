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
// at the cost of one more sweep over dA (AssembleClasses.h), which a consumer
// may absorb. Where an element has few terms, that sweep costs more than all of
// them: then there is one operator for all classes, and the kernel, whose tiles
// hold an element of each, writes out the terms that each has. Loops that run
// evenly beside these taps, as over filters, may be as long as they like if the
// pieces would read more than caches keep: each of them reads the cotangent
// anew, from a padded copy of its own.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Transforms/Autodiff/AssembleClasses.h"
#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

using namespace mlir;
using namespace neo;

int64_t ComputeAdjoint::countTaps(const Inversion &inversion) {
  int64_t taps = 1;
  for (unsigned i = 0; i < inversion.freeExtents.size(); ++i)
    if (llvm::any_of(inversion.guards, [&](const Guard &guard) {
          return guard.form.usesVariable(inversion.rank() + i);
        }))
      taps *= inversion.freeExtents[i];
  return taps;
}

bool ComputeAdjoint::areWrittenOut(int64_t terms, const Plan &plan,
                                   const ResidueSplit &split) {
  // Products in the code of a tile with one element of each class.
  constexpr int64_t mostTerms = 64;
  for (auto [extent, stride] :
       llvm::zip_equal(plan.problem.access.shape, split.stride)) {
    if (extent % stride != 0 || terms > mostTerms)
      return false;
    terms *= stride;
  }
  return terms <= mostTerms;
}

bool ComputeAdjoint::leavesCaches(const ResidueSplit &split) {
  constexpr double keptBytes = 16 << 20;
  auto type = cast<RankedTensorType>(saved.cotangent.getType());
  return double(split.pieces.size()) * double(type.getNumElements()) *
             double(getElementBytes(type)) >
         keptBytes;
}

Value ComputeAdjoint::emitPieces(const Plan &plan, const ResidueSplit &split,
                                 ScalarAdjoint &body) {
  SmallVector<ResidueClass> classes;
  for (const ResiduePiece &piece : split.pieces)
    if (!piece.inversion.empty)
      classes.push_back({emit({plan.slot, plan.problem, piece.inversion}, body),
                         piece.phase});
  return assembleClasses(builder, placeOf(plan.slot),
                         forward.getOperandType(plan.slot), split.stride,
                         classes);
}
