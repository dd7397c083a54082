//===- GPUResourceVerifier.h - Memory that a chip has not -------*- C++ -*-===//
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
// The results that a thread adds up are in registers while terms last, one for
// each step of 'vector' and 'register' of the result's loops. Those alone may
// be more than a thread has; what else it holds is modelled where tiles are
// chosen (lib/Schedule/GPU/TileShape.cpp), and is no bound.
//
//     [0] = <lane 4>, <register 32>   [1] = <vector 4>, <register 2>
//     32 * 4 * 2 = 256 sums of f32, of 255 registers: refused
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_GPURESOURCEVERIFIER_H
#define NEO_LIB_DIALECT_GPURESOURCEVERIFIER_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

/// Fails, with a message at `op`, if its schedule, whose axes it has, wants
/// more shared memory than it says, or memory or registers than its chip has.
mlir::LogicalResult verifyGPUResources(ComputeOp op, GPUScheduleAttr schedule);

} // namespace neo

#endif // NEO_LIB_DIALECT_GPURESOURCEVERIFIER_H
