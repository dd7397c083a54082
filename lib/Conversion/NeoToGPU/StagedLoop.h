//===- StagedLoop.h - Copies ahead of products ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The loop over the steps of a reduction whose operands are staged in shared
// memory (software pipelining with S buffers for every window):
//
//     copy steps 0 .. S-2, a group each                        cp.async
//     wait until all but the last S-2 groups have arrived; barrier
//     prefetch from the buffer of step 0
//     for step in 0 .. steps - S:
//       compute from the buffer of step, and meanwhile
//         copy step + S-1 to the buffer of step - 1, a group
//         wait until all but the last S-2 groups have arrived
//         barrier       all threads see what arrived, and none reads the buffer
//                       of step any more
//         prefetch from the buffer of step + 1
//     for the last S-1 steps: the same without the copy, an empty group
//
// What is prefetched are the fragments that tensor cores multiply first; they
// are in registers when the barrier of the step before is passed. Copies and
// these reads stand among the computations of a step (StepOverlap): at its
// begin all warps at once would fill the queue of memory accesses, and no
// product would be in flight. On an H100 half of the time of a product of
// halves went there.
//
// One barrier per step is enough. The offsets of the buffers of step - 1 and of
// step are carried by the loop; that of step + 1 is `apart` bytes more, or 0
// again, and the same for all windows: an addition, a comparison and a select
// instead of a remainder.
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

/// What a computation has to emit in its midst, each once.
struct StepOverlap {
  /// Part `part` of `parts` of the copies ahead.
  llvm::function_ref<void(int64_t part, int64_t parts)> copy;
  /// After all copies and all reads of this stage: the barrier. Gives what was
  /// prefetched from the next stage.
  llvm::function_ref<llvm::SmallVector<mlir::Value>()> advance;
};

/// What a step computes.
class StepCode {
public:
  virtual ~StepCode() = default;
  /// What is read of the stage at offset `stage` before its step begins.
  virtual llvm::SmallVector<mlir::Value> prefetch(mlir::Value stage) = 0;
  /// The sums after the step of `stage`, and what advance() gave.
  virtual void compute(llvm::SmallVector<mlir::Value> &sums,
                       llvm::SmallVector<mlir::Value> &ahead, mlir::Value stage,
                       const StepOverlap &overlap) = 0;
};

/// The loop; gives the sums after it.
llvm::SmallVector<mlir::Value>
emitStagedLoop(KernelState &state, const AxisSpace &space, IndexValues &values,
               ComputeOp op, GPUScheduleAttr schedule, StatementBody &body,
               mlir::ValueRange initial, StepCode &code);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_STAGEDLOOP_H
