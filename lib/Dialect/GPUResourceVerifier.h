//===- GPUResourceVerifier.h - Memory that a block has not ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The bytes of shared memory that a schedule says are those that its kernel is
// launched with. A block of its chip has to have them, and where warps share
// terms, there has to be a place in them for what each thread has added:
//
//     [1] = <lane 32>, <warp 8>    256 threads * 4 bytes of an f32 sum
//
// The room of windows is looked at where they are (GPUWindowVerifier.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_GPURESOURCEVERIFIER_H
#define NEO_LIB_DIALECT_GPURESOURCEVERIFIER_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

/// Fails, with a message at `op`, if its schedule, whose axes it has, wants
/// more shared memory than it says, or than its chip has.
mlir::LogicalResult verifyGPUResources(ComputeOp op, GPUScheduleAttr schedule);

} // namespace neo

#endif // NEO_LIB_DIALECT_GPURESOURCEVERIFIER_H
