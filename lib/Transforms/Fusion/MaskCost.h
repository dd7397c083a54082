//===- MaskCost.h - Cost of bounds within rows ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A concatenation reads each of its tensors under bounds of one loop. As a
// kernel of its own that loop is split at them (TileSections.h), and nearly
// every vector is one load:
//
//     C[i, j] = (A[i, j] if j < 37) + (B[i, j - 37] if 37 <= j < 74) + ...
//
// So are the loops of a reduction that reads each element once, of up to as
// many tensors as a kernel has operands. The rows of a kernel of several
// statements, and products, are not split: each vector compares its lanes with
// each bound for a mask, and loads from every tensor. So a concatenation of
// many tensors stays a kernel of its own. With a softmax over 64 rows of 444,
// which twelve tensors make up, one kernel takes 43 us, and two take 11 us (AMD
// Zen 4, one thread).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_MASKCOST_H
#define NEO_LIB_TRANSFORMS_FUSION_MASKCOST_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Instructions that a masked load takes in a reduction, in place of one of a
/// whole vector.
constexpr double instructionsPerMaskedLoad = 2.5;

/// Are the constraints of `guard` bounds of one loop each, without divisions?
bool hasBoundsOfOneLoop(mlir::IntegerSet guard);

/// Instructions for masks of `statements` as one kernel, which kernels of their
/// own have not. Reductions have them in both.
double countMaskInstructions(llvm::ArrayRef<ComputeOp> statements);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_MASKCOST_H
