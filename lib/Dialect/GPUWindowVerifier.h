//===- GPUWindowVerifier.h - Windows that cannot be followed ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A window in shared memory is an array that a schedule lays out by hand, so
// whatever makes two elements meet, or leaves its room, is refused:
//
//     window <[0, 1] pitch [132, 1] at 0 apart 8448 copies 3 copy 4 on 1>
//
//     64 x 128 steps    63 * 132 + 127 < 8448      the window fits its place
//     pitch 132         >= 127 + 1                 rows do not overlap
//     copy 4            divides 128, 132 and 8448  accesses stay aligned
//     3 places of 8448 f32 = 101376 bytes          within the shared memory
//
// The copies of two operands have no byte in common.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_GPUWINDOWVERIFIER_H
#define NEO_LIB_DIALECT_GPUWINDOWVERIFIER_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

/// Fails, with a message at `op`, if a window of its schedule, whose axes
/// there are, has no room, or if it is not clear when it is copied.
mlir::LogicalResult verifyGPUWindows(ComputeOp op, GPUScheduleAttr schedule);

} // namespace neo

#endif // NEO_LIB_DIALECT_GPUWINDOWVERIFIER_H
