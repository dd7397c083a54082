//===- Epilogue.h - Epilogues fused into contractions -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel whose shared loops are all output loops of its one reduction, and
// whose other statements are elementwise (a bias, an activation, a residual),
// evaluates these as an epilogue: when a tile of the reduction is finished,
// they run on its accumulators, and only the kernel's results are stored.
//
//     C[i, j] = sum_k A[i, k] * B[k, j]      a tile of C in registers
//     Y[i, j] = max(C[i, j] + b[j], 0)       on these registers; C is not
//     stored
//
// The loops of the epilogue are those of the reduction, merged and split as in
// its nest (LoopNest::originalLoops). Loops are merged only where every
// statement of the kernel accesses its operands contiguously over both, so in
//
//     R[i, j] = sum_k X[i, j, k]             i and j could be one loop
//     Y[i, j] = R[i, j] + b[j]               b depends on j only
//
// i and j stay two loops.
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
