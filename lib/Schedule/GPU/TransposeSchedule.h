//===- TransposeSchedule.h - Reads that run across the result ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where an operand is contiguous along one loop and the result along another,
// lanes that write coalesced would read a sector each, and vice versa:
//
//     %Y[i, j] = %X[j, i] + %B[i, j]        f32, 4096 x 4096
//
// A block takes a tile of both loops. Transposed operands are copied into
// shared memory along their own loop, all else is read and written along the
// result's:
//
//     axes   [0] = warp 8, register 4, block 128      [1] = lane 32, block 128
//     %X     window [1, 0] pitch [33, 1], copies of one element along 0
//     %B     directly, 32 contiguous lanes along 1
//
// A row of the window is padded by a word, to an odd number of words, or twice
// that: lanes that read a column of it access different banks, for elements of
// any size.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_TRANSPOSESCHEDULE_H
#define NEO_LIB_SCHEDULE_GPU_TRANSPOSESCHEDULE_H

#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Machine/GPUMachine.h"

namespace neo {

/// The schedule of an operator without a reduction; null if no operand is
/// transposed.
GPUScheduleAttr chooseTranspose(ComputeOp op, const GPUMachine &machine);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_TRANSPOSESCHEDULE_H
