//===- ProductLoops.h - The matrices in a reduction -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A sum of products is one of matrices if its output loops fall into three
// classes:
//
//     rows     the largest operand depends on them, another one does not
//     columns  the largest operand does not depend on them
//     batch    all operands depend on them
//
//     C[b,k,p,q] += A[b,c,2p+r,2q+s] * W[k,c,r,s]       largest: A
//     rows (b, p, q), columns (k), terms (c, r, s), no batch
//
// An operand is reused along loops that it does not depend on, so its elements
// are worth staging in shared memory. This is a property of access maps alone,
// so convolutions of any stride, MTTKRP and capsules are matrix products like
// those written as such (implicit GEMM).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_PRODUCTLOOPS_H
#define NEO_LIB_SCHEDULE_GPU_PRODUCTLOOPS_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

struct ProductLoops {
  llvm::SmallVector<int64_t> batch, rows, columns, terms;
  /// Steps of each.
  int64_t batchSize = 1, rowCount = 1, columnCount = 1, termCount = 1;

  static ProductLoops get(ComputeOp op);
};

/// Has the window of `operand` the loops that `where` of `op` asks for? A copy
/// of a window has the values of its own axes only.
bool knowsWhere(ComputeOp op, unsigned operand, const ProductLoops &classes);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_PRODUCTLOOPS_H
