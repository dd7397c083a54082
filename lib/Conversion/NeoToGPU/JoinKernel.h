//===- JoinKernel.h - Parts of blocks become the result ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The second kernel of a split reduction (split-K): blocks that share the terms
// have stored their partial results in device memory, [part][element], and this
// kernel reduces them:
//
//     element e, lane l of `lanes`:
//       for p = l, l + lanes, ...    whole = join(whole, parts[p][e])
//       join the lanes by shuffles
//       result[e] = whole
//
// The order is that of the schedule, so the result is deterministic.
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
