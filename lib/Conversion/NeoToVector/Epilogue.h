//===- Epilogue.h - What follows a contraction, on its tiles ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel whose shared loops are all output loops of its one reduction, and
// whose other statements go from element to element (a bias, an activation, a
// residual), keeps the tiles of the reduction: when a tile is finished, the
// others are evaluated on its accumulators, and what is used outside is stored.
//
//     C[i, j] = sum_k A[i, k] * B[k, j]      a tile of C in registers
//     Y[i, j] = max(C[i, j] + b[j], 0)       on these registers; C is not
//     stored
//
// The loops of the others are those of the reduction, merged and split as its
// nest has them (LoopNest::originalLoops). Loops are merged where all of them
// walk on, so that the rows of a sum,
//
//     R[i, j] = sum_k X[i, j, k]             i and j could be one loop
//     Y[i, j] = R[i, j] + b[j]               which b does not walk
//
// stay two loops.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_EPILOGUE_H
#define NEO_CONVERSION_NEOTOVECTOR_EPILOGUE_H

#include "KernelEmitter.h"

#include "Neo/Dialect/KernelEpilogue.h"

namespace neo {

/// Emits the kernel of `op`, whose reduction runs as `nest` and `schedule` say.
Kernel emitTileKernel(mlir::ModuleOp module, llvm::StringRef name, KernelOp op,
                      const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_EPILOGUE_H
