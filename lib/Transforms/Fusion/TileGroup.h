//===- TileGroup.h - A contraction and its epilogue -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Elementwise statements on the result of a reduction,
//
//     C[n, k, p] = sum_{c, r} X[n, c, p + r] * W[k, c, r]
//     Y[n, k, p] = max(C[n, k, p] + b[k], 0)
//
// are its epilogue: they run on the accumulators of a tile of C, which is
// stored only if others read it. Nothing else may be in such a kernel: the
// maximum of a row of C would need tiles that are not finished yet. Nor may an
// epilogue whose indices divide a lot: its code is repeated for each vector of
// a tile that is chosen for the reduction.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_TILEGROUP_H
#define NEO_LIB_TRANSFORMS_FUSION_TILEGROUP_H

#include "LoopClasses.h"

namespace neo {

/// Is the first of `statements` a reduction, and are all others its epilogue?
/// Unites the `classes` of loops of one step, which occur in no access.
bool isTileGroup(llvm::ArrayRef<ComputeOp> statements, LoopClasses &classes);

/// Do the indices and guards of `op` divide too often for an epilogue?
bool dividesOften(ComputeOp op);

/// A necessary condition by shapes, which is cheap for any number of
/// statements.
bool mayBeTileGroup(llvm::ArrayRef<ComputeOp> statements);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_TILEGROUP_H
