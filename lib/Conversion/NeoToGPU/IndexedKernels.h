//===- IndexedKernels.h - Indices that are data, on a GPU -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A thread makes one element of the result. For a gather, that is one read at
// an index that was read:
//
//     %Y = neo.gather [i: N, j: D] %A[%I[i], j]
//     thread (i, j):  Y[i, j] = A[I[i], j]
//
// For a scatter_add it is the sum of all points whose index is the element, in
// row-major order, without atomic operations, so that the result is
// deterministic.
//
//     %B = neo.scatter_add [i: N, j: D] %Y[i, j] into [%I[i], j]
//     thread (z, j):  for i: if I[i] == z: B[z, j] += Y[i, j]
//
// A loop that is an index by itself, as j here, has its value from the element;
// the thread iterates over the others, or follows the list of those that are
// sent to its row (Neo/Schedule/GPU/ScatterLists.h). Adjacent threads differ in
// j, so they read the same I[i] and contiguous elements of Y.
//
// The executor has checked the indices. They are clamped nevertheless, so that
// changing them during the run cannot reach other memory.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_INDEXEDKERNELS_H
#define NEO_CONVERSION_NEOTOGPU_INDEXEDKERNELS_H

#include "Neo/Dialect/GPUSchedule.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace neo {

mlir::gpu::GPUFuncOp emitGatherKernel(mlir::gpu::GPUModuleOp module,
                                      llvm::StringRef name, GatherOp op,
                                      GPUIndexedScheduleAttr schedule);
/// `operands` are those of `op`, and the lists of its rows, if `schedule` has
/// any.
mlir::gpu::GPUFuncOp emitScatterKernel(mlir::gpu::GPUModuleOp module,
                                       llvm::StringRef name, ScatterAddOp op,
                                       GPUIndexedScheduleAttr schedule,
                                       mlir::ValueRange operands);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_INDEXEDKERNELS_H
