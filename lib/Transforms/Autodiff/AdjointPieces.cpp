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
//     %d = neo.compute [c: C, z: 12]
//            %e[c, z floordiv 2] if (z mod 2 == 0) else 0.0,
//            %o[c, z floordiv 2] if (z mod 2 == 1) else 0.0   { addf }
//
// at the price of one more pass over dA, which a consumer may absorb.
//
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "Cotangents.h"

using namespace mlir;
using namespace neo;

/// Element z of the gradient is element z floordiv stride of the piece whose
/// phase is z mod stride.
static OperandSpec readPiece(Value value, ArrayRef<int64_t> stride,
                             ArrayRef<int64_t> phase, Builder &b) {
  SmallVector<AffineExpr> index, residues;
  for (auto [d, modulus] : llvm::enumerate(stride)) {
    AffineExpr z = b.getAffineDimExpr(d);
    index.push_back(z.floorDiv(modulus));
    if (modulus > 1)
      residues.push_back(z % modulus - phase[d]);
  }
  SmallVector<bool> equalities(residues.size(), true);
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  return {value, AffineMap::get(stride.size(), 0, index, b.getContext()),
          IntegerSet::get(stride.size(), 0, residues, equalities),
          cast<TypedAttr>(b.getZeroAttr(element))};
}

Value ComputeAdjoint::emitPieces(const Plan &plan, const ResidueSplit &split,
                                 ScalarAdjoint &body) {
  ComputeSpec spec;
  spec.type = forward.getOperandType(plan.slot);
  for (const ResiduePiece &piece : split.pieces) {
    if (piece.inversion.empty)
      continue;
    Value value = emit({plan.slot, plan.problem, piece.inversion}, body);
    spec.operands.push_back(
        readPiece(value, split.stride, piece.phase, builder));
  }
  spec.body = addUp;
  return ComputeOp::create(builder, forward.getLoc(), spec);
}
