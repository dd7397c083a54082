//===- KernelEpilogue.h - Kernels of a reduction and more -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel whose shared loops are all output loops of its one reduction, and
// whose other statements go from element to element of the result,
//
//     neo.kernel [i: 512, j: 768]
//       C[i, j] = sum_k A[i, k] * B[k, j]
//       Y[i, j] = max(C[i, j] + b[j], 0)
//
// runs these on the accumulators, on whatever machine: they are the epilogue.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_KERNELEPILOGUE_H
#define NEO_DIALECT_KERNELEPILOGUE_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// The reduction of `op` whose epilogue the other statements are; null if they
/// are none.
ComputeOp findTiledReduction(KernelOp op);

} // namespace neo

#endif // NEO_DIALECT_KERNELEPILOGUE_H
