//===- SplitTerms.h - Blocks that share a reduction -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Split reductions (split-K). Where a result is small and its terms are many,
// its blocks do not fill the machine. Then several blocks share the terms of
// each element, a run of steps each, and store partial results, which a second
// kernel joins:
//
//     %s = sum [i: 16777216] %x[i]
//
//     axis [0] = vector 4, lane 32, warp 8, register 4, step 32, block 128
//     join parts 128 blocks 1 threads 32 lanes 32
//
// The parts are joined in the order of the blocks, without atomic operations,
// so that the result is deterministic. The number of parts follows from
//
//     cycles  = rounds * (cycles of a block / parts) + join
//     rounds  = blocks * parts / multiprocessors, rounded up
//     join    = a launch, and the parts, written and read again
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_SPLITTERMS_H
#define NEO_LIB_SCHEDULE_GPU_SPLITTERMS_H

#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Machine/GPUMachine.h"

namespace neo {

/// Bytes from device memory per clock and multiprocessor.
double getClockBytes(const GPUMachine &machine);

/// Bytes of the accumulators of one result.
int64_t getAccumulatorBytes(ComputeOp op);

/// Cycles that joining `parts` of each of `elements` costs; none for one.
double getJoinCycles(int64_t parts, int64_t elements, int64_t bytes,
                     const GPUMachine &machine);

/// How many blocks share the terms, a power of two of `most` at most, where
/// `blocks` of `cycles` each would make the result of `op` without.
int64_t chooseParts(ComputeOp op, int64_t blocks, double cycles, int64_t most,
                    const GPUMachine &machine);

/// How `parts` of the result of `op` are joined; null for one.
GPUJoinAttr makeJoin(ComputeOp op, int64_t parts, const GPUMachine &machine);

/// How the result is written, or the parts of it that `join` joins.
GPUAccessAttr planParts(const class AxisSpace &space, ComputeOp op,
                        GPUJoinAttr join);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_SPLITTERMS_H
