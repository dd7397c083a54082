//===- AdjointPieces.cpp - An adjoint by residue classes ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// In the input gradient of a convolution with stride 2, even and odd elements
// use different weights. Computed by residue class, every piece is a dense
// convolution:
//
//     %e = neo.compute [c: C, z: 6] sum [k: K]         dA at 2 * z
//     %o = neo.compute [c: C, z: 6] sum [k: K, t: 2]   dA at 2 * z + 1
//
// at the cost of one more sweep over dA (AssembleClasses.h), which may be fused
// into a consumer. Where an element has few terms, that sweep costs more than
// they do: then there is one operator for all classes, and its kernel, whose
// tiles contain an element of each class, fully unrolls the terms of each.
// Other reduction loops, as over filters, may have any length if the pieces
// would read more than the caches hold: each piece reads the cotangent again,
// from a padded copy of its own. And where the pieces have nearly as many terms
// as one operator, each is one more kernel to compile and launch for nothing.
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

bool ComputeAdjoint::areUnrolled(int64_t terms, const Plan &plan,
                                 const ResidueSplit &split) {
  // Limit on unrolled products in a tile with one element of each class.
  constexpr int64_t mostTerms = 64;
  for (auto [extent, stride] :
       llvm::zip_equal(plan.problem.access.shape, split.stride)) {
    if (extent % stride != 0 || terms > mostTerms)
      return false;
    terms *= stride;
  }
  return terms <= mostTerms;
}

bool ComputeAdjoint::paysForPieces(const Inversion &whole,
                                   const ResidueSplit &split) {
  double all = countIterations(whole, {});
  double saved = all - countIterations(whole, split);
  return saved >= all / 5 ||
         saved >= double(split.pieces.size() * elementsPerLaunch);
}

bool ComputeAdjoint::exceedsCaches(const ResidueSplit &split) {
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
