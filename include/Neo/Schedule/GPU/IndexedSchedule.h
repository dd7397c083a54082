//===- IndexedSchedule.h - Indices that are data, on a GPU ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The kernel of a gather or scatter_add has a thread for each element of the
// result (lib/Conversion/NeoToGPU/IndexedKernels.h). What is left to decide
// is the size of a block, and for a scatter_add whether its threads look at all
// points, or at those of a list, and of how many rows (ScatterLists.h):
//
//     %B = neo.scatter_add [i: 40, j: 16] %Y[i, j] into [%I[i], j]
//       {neo.gpu = #neo.gpu_indexed_schedule<"sm_80" blocks 19 threads 256
//                    lists <rows 30 first 1 next 1>>}   // of 300 x 16
//
// 40 points in 300 rows are 4 in a bucket of 30.
//
// The attribute is complete: the emitter follows it, and an edited one is
// refused where it does not fit.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_GPU_INDEXEDSCHEDULE_H
#define NEO_SCHEDULE_GPU_INDEXEDSCHEDULE_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

/// A schedule for `machine`. Null, and an error at `op`, if the result has more
/// elements than one grid has threads.
GPUIndexedScheduleAttr chooseIndexedSchedule(GatherOp op,
                                             const GPUMachine &machine);
GPUIndexedScheduleAttr chooseIndexedSchedule(ScatterAddOp op,
                                             const GPUMachine &machine);

/// The schedule that stands on `op`. Null, and an error at `op`, if there is
/// none, or if it does not fit.
GPUIndexedScheduleAttr getFittingSchedule(GatherOp op);
GPUIndexedScheduleAttr getFittingSchedule(ScatterAddOp op);

} // namespace neo

#endif // NEO_SCHEDULE_GPU_INDEXEDSCHEDULE_H
