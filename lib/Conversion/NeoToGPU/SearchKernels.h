//===- SearchKernels.h - The kernels that link lists of points --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What Neo/Schedule/GPU/ScatterLists.h describes, in code: a kernel that finds
// the first point of each bucket of rows, and one that finds the next of each
// point. A thread looks at the points in their order and keeps the least:
//
//     first, thread b:  for i in 0 .. N:      if I[i] / G == b: least i
//     next,  thread p:  for i in p + 1 .. N:  if I[i] / G == I[p] / G: least i
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_SEARCHKERNELS_H
#define NEO_CONVERSION_NEOTOGPU_SEARCHKERNELS_H

#include "ElementThread.h"

#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Schedule/GPU/ScatterLists.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace neo {

/// Gives the walked loops of `thread` the values that they have at `point`.
void bindPoint(KernelState &state, ElementThread &thread,
               const IndexedAccess &access, const ScatterLists &lists,
               mlir::Value point);

/// Element `place` of a list, as an index.
mlir::Value loadPoint(KernelState &state, mlir::Value list, mlir::Value place);

/// The kernels that make `first` and `next`, of i32, of the integers' buffers,
/// by the schedule of `op`, which has lists.
mlir::gpu::GPUFuncOp emitFirstPoints(mlir::gpu::GPUModuleOp module,
                                     llvm::StringRef name, ScatterAddOp op,
                                     GPUIndexedScheduleAttr schedule);
mlir::gpu::GPUFuncOp emitNextPoints(mlir::gpu::GPUModuleOp module,
                                    llvm::StringRef name, ScatterAddOp op,
                                    GPUIndexedScheduleAttr schedule);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_SEARCHKERNELS_H
