//===- RolledSteps.h - Loops that are not to be unrolled --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// ptxas unrolls a loop of a known trip count as far as it likes, and moves the
// loads of all its steps before the first. Under a guard each load has an
// address of its own, the first element's where there is none to load, so that
// a long loop leaves too few registers; others share theirs, and ptxas spills
// none of 512:
//
//     [1] = <step 72>,  %x[i, k - j] if k - j >= 0     72 loads: rolled [1]
//     [1] = <step 72>,  %x[i, k]                       unrolled
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_ROLLEDSTEPS_H
#define NEO_LIB_SCHEDULE_GPU_ROLLEDSTEPS_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

/// The axes of `axes` whose loops over terms would be unrolled too far, where
/// operands are read by `reads`.
llvm::SmallVector<int64_t> findRolledSteps(ComputeOp op,
                                           llvm::ArrayRef<GPUAxisAttr> axes,
                                           llvm::ArrayRef<GPUAccessAttr> reads);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_ROLLEDSTEPS_H
