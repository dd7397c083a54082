//===- ReductionJoin.h - Partial results of threads -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where lanes or warps share the terms of a reduction, each thread has a
// partial result. Those of lanes are reduced by butterfly shuffles,
//
//     distance 16, 8, 4, 2, 1:   part = join(part, shuffle xor part)
//
// those of warps through shared memory: every thread stores its own, and after
// a barrier reads those of the warps that share its results, in the order of
// the warps. So all threads have the whole result afterwards, without atomic
// operations, and the order of a sum is deterministic.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_REDUCTIONJOIN_H
#define NEO_CONVERSION_NEOTOGPU_REDUCTIONJOIN_H

#include "StatementBody.h"

namespace neo {

/// Joins the parts of `lanes` lanes whose numbers are `stride` apart.
llvm::SmallVector<mlir::Value> joinLanes(KernelState &state,
                                         StatementBody &body,
                                         mlir::ValueRange parts, int64_t lanes,
                                         int64_t stride);

/// Joins `parts`, the accumulators of one result, over all lanes and warps of
/// the reduced axes of `space`. Shared memory from byte `offset` on is used.
llvm::SmallVector<mlir::Value>
joinThreads(KernelState &state, const AxisSpace &space, ComputeOp op,
            StatementBody &body, mlir::ValueRange parts, int64_t offset);

/// Holds for one thread of those that have the same result; null if each result
/// is in one thread only.
mlir::Value isFirstOfEqualThreads(KernelState &state, const AxisSpace &space,
                                  IndexValues &values, ComputeOp op);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_REDUCTIONJOIN_H
