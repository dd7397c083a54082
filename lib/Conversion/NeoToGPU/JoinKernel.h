//===- JoinKernel.h - Parts of blocks become the result ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where blocks share the terms of a reduction, each has left a part of every
// element in device memory, [part][element]. The second kernel joins them:
//
//     element e, lane l of `lanes`:
//       for p = l, l + lanes, ...    whole = join(whole, parts[p][e])
//       join the lanes by shuffles
//       result[e] = whole
//
// The order is that of the schedule, whichever block was first.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_JOINKERNEL_H
#define NEO_CONVERSION_NEOTOGPU_JOINKERNEL_H

#include "Neo/Dialect/GPUSchedule.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace neo {

/// Adds the kernel that joins what the kernel of `op` leaves to `module`.
mlir::gpu::GPUFuncOp emitJoinKernel(mlir::gpu::GPUModuleOp module,
                                    llvm::StringRef name, ComputeOp op);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_JOINKERNEL_H
