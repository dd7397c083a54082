//===- ContractionSchedule.h - Matrix products on a GPU ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A block computes a tile of the result, in steps over the terms. For each step
// all threads copy the windows of the operands into shared memory, from where
// each thread reads the operands of its register tile:
//
//     %C[i, j] sum [k] %A[i, k] * %B[k, j]    1024 x 1024 x 1024, f32
//
//     axes  [0] = lane 4, register 8, warp 4, block 8
//           [1] = vector 4, lane 8, register 2, warp 2, block 8
//           [2] = vector 4, register 4, step 64
//     %A    window [0, 2] pitch [20, 1], 16-byte copies along 2
//     %B    window [2, 1] pitch [128, 1], 16-byte copies along 1
//
// A window lies in shared memory as the operand does in device memory, so that
// copies are wide on both sides, and threads read vectors along the same axis.
// Rows of a window along the terms are padded, so that lanes that read
// different rows hit different banks.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_CONTRACTIONSCHEDULE_H
#define NEO_LIB_SCHEDULE_GPU_CONTRACTIONSCHEDULE_H

#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Machine/GPUMachine.h"

namespace neo {

/// The schedule with the tile at `rank` in the order of modelled costs. Null if
/// elements of no operand are used often enough.
GPUScheduleAttr chooseContraction(ComputeOp op, const GPUMachine &machine,
                                  int64_t rank = 0);

/// The cycles that the model gives its cheapest tile; none if it has none.
std::optional<double> predictContraction(ComputeOp op,
                                         const GPUMachine &machine);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_CONTRACTIONSCHEDULE_H
