//===- GPUOverlapVerifier.h - Accesses ahead, loops rolled ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Copies of a stage ahead are begun among the products of a step, in no more
// parts than the step has groups of products before its barrier:
//
//     [2] = <register 16>, <step 64>      fma: 16 terms, up to 16 parts
//     the same, mma 8                     2 groups, one behind it: 1 part
//
// What stays rolled is a loop over the terms of one axis; those over stages
// always do, and others are unrolled as ptxas likes.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_GPUOVERLAPVERIFIER_H
#define NEO_LIB_DIALECT_GPUOVERLAPVERIFIER_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

/// Fails, with a message at `op`, if what its schedule, whose axes it has, says
/// of accesses ahead and of loops does not fit it.
mlir::LogicalResult verifyGPUOverlap(ComputeOp op, GPUScheduleAttr schedule);

} // namespace neo

#endif // NEO_LIB_DIALECT_GPUOVERLAPVERIFIER_H
