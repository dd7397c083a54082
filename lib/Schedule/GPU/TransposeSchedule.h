//===- TransposeSchedule.h - Reads that run across the result ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where an operand is contiguous along one loop and the result along another,
// lanes that write coalesced would read a sector each, and vice versa:
//
//     %Y[i, j] = %X[j, i] + %B[i, j]        f32, 4096 x 4096
//
// A block takes a tile of both loops. What runs across is copied into shared
// memory along its own loop, all else is read and written along the result's:
//
//     axes   [0] = warp 8, register 4, block 128      [1] = lane 32, block 128
//     %X     window [1, 0] pitch [33, 1], copies of one element along 0
//     %B     straight, 32 contiguous lanes along 1
//
// A row of the window has a word more than it needs, an odd number of words, or
// twice that: lanes that read down a column of it hit different banks, whatever
// the bytes of an element are.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_TRANSPOSESCHEDULE_H
#define NEO_LIB_SCHEDULE_GPU_TRANSPOSESCHEDULE_H

#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Machine/GPUMachine.h"

namespace neo {

/// The schedule of an operator without a reduction; null if no operand runs
/// across its result.
GPUScheduleAttr chooseTranspose(ComputeOp op, const GPUMachine &machine);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_TRANSPOSESCHEDULE_H
