//===- StagedLoop.h - Copies ahead of products ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The loop over the steps of a reduction whose operands are staged in shared
// memory (software pipelining with S buffers for every window):
//
//     copy steps 0 .. S-2, a group each                        cp.async
//     for step in 0 .. steps - S:
//       wait until all but the last S-2 groups have arrived
//       barrier         all threads see what arrived, and none still reads the
//                       buffer of step - 1
//       copy step + S-1 to the buffer of step - 1, a group
//       compute from the buffer of step
//     for the last S-1 steps: the same without the copy, an empty group
//
// One barrier per step is enough. The offset of the buffer of step - 1 is
// carried by the loop; that of step is `apart` bytes more, or 0 again, and the
// same for all windows: an addition, a comparison and a select instead of a
// remainder.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_STAGEDLOOP_H
#define NEO_CONVERSION_NEOTOGPU_STAGEDLOOP_H

#include "StatementBody.h"

namespace neo {

/// Without a reduction there is one step: copies, a barrier, and the reads of
/// the windows.
void copyWindowsOnce(KernelState &state, const AxisSpace &space, ComputeOp op,
                     GPUScheduleAttr schedule);

/// The loop; `compute` gives the accumulators after a step.
llvm::SmallVector<mlir::Value> emitStagedLoop(
    KernelState &state, const AxisSpace &space, IndexValues &values,
    ComputeOp op, GPUScheduleAttr schedule, StatementBody &body,
    mlir::ValueRange initial,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)>
        compute);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_STAGEDLOOP_H
