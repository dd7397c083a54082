//===- AccessVerifier.h - Accesses that are not proven ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a schedule that was chosen says of its accesses, AccessPlan has proven.
// One that was edited, or written by hand, is proven here, by the same means:
//
//     vector 4 on 1     four elements along axis 1 are contiguous, aligned, and
//                       under the same guard
//     guard [0, 2]      the other constraints of the guard always hold
//
// Of an operand with a window, that is said of the copies.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_GPU_ACCESSVERIFIER_H
#define NEO_SCHEDULE_GPU_ACCESSVERIFIER_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

/// Fails, with a message at `op`, if an access of its schedule, which fits it
/// otherwise (verifyGPUSchedule), is not proven to reach what it means to.
mlir::LogicalResult verifyGPUAccesses(ComputeOp op, GPUScheduleAttr schedule);

} // namespace neo

#endif // NEO_SCHEDULE_GPU_ACCESSVERIFIER_H
