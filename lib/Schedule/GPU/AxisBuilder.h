//===- AxisBuilder.h - Splitting the steps of an axis -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Splits an axis from the innermost split on; the last one gets the rest,
// rounded up:
//
//     AxisBuilder rows(op, {0, 1});           4096 x 12 = 49152 steps
//     rows.split(GPUUnit::lane, 32);          left: 1536
//     rows.splitRest(GPUUnit::block);         1536 blocks
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_AXISBUILDER_H
#define NEO_LIB_SCHEDULE_GPU_AXISBUILDER_H

#include "Neo/Dialect/GPUSchedule.h"

#include "llvm/Support/MathExtras.h"

namespace neo {

class AxisBuilder {
public:
  AxisBuilder(ComputeOp op, llvm::ArrayRef<int64_t> loops)
      : context(op.getContext()), loops(loops) {
    llvm::SmallVector<int64_t> extents = op.getExtents();
    for (int64_t loop : loops)
      left *= extents[loop];
    isEmpty = left == 0;
    left = std::max<int64_t>(left, 1);
  }

  /// Steps that no split has yet.
  int64_t getLeft() const { return left; }

  void split(GPUUnit unit, int64_t size) {
    if (size > 1)
      splits.push_back(GPUSplitAttr::get(context, unit, size));
    left = llvm::divideCeil(left, size);
  }
  void splitRest(GPUUnit unit) { split(unit, left); }
  /// Splits off the power of two that fits, `limit` at most; gives it.
  int64_t splitPower(GPUUnit unit, int64_t limit) {
    int64_t size = std::min<int64_t>(limit, llvm::PowerOf2Ceil(uint64_t(left)));
    split(unit, size);
    return size;
  }

  GPUAxisAttr get() const { return GPUAxisAttr::get(context, loops, splits); }
  /// Has the axis no step at all?
  bool hasNoSteps() const { return isEmpty; }

private:
  mlir::MLIRContext *context;
  llvm::SmallVector<int64_t> loops;
  llvm::SmallVector<GPUSplitAttr> splits;
  int64_t left = 1;
  bool isEmpty = false;
};

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_AXISBUILDER_H
