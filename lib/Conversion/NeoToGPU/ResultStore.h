//===- ResultStore.h - From registers to the result -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Threads store their results as the plan of the result says. Directly to
// device memory, where adjacent threads have adjacent elements:
//
//     st.global   vectors of the innermost split, where they exist
//
// or, where a warp would touch more sectors than its elements fill, through a
// window in shared memory, like operands:
//
//     barrier     operands of the last step are no longer read: the window may
//                 lie where they were
//     st.shared   vectors of the innermost split, whether they exist or not
//     barrier
//     ld.shared, st.global    accesses of the window, where they exist, by all
//                             threads, coalesced
//
// The sums of mma.sync are such: a warp has 8 rows of 8 halves, 16 bytes each,
// of an m16n8 fragment, half of the sector that a row of them touches.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_RESULTSTORE_H
#define NEO_CONVERSION_NEOTOGPU_RESULTSTORE_H

#include "KernelState.h"

namespace neo {

class ResultStore {
public:
  /// Of the result in `buffer`; where parts are to be joined, in the place of
  /// this block's.
  ResultStore(KernelState &state, const AxisSpace &space, IndexValues &values,
              ComputeOp op, GPUScheduleAttr schedule, mlir::Value buffer);

  /// The first point of a vector, and which of the outputs are its elements.
  struct StoredVector {
    Point first;
    llvm::SmallVector<size_t> elements;
  };
  /// The vectors of `outputs`, in the order of their first elements.
  llvm::SmallVector<StoredVector> getVectors(llvm::ArrayRef<Point> outputs);

  /// Stores `results`, one for each of the points of `outputs`.
  void store(llvm::ArrayRef<Point> outputs, mlir::ValueRange results);

  /// The same vector by vector: between two barriers if there is a window, and
  /// before copyOut().
  void storeVector(const Point &first, mlir::ValueRange elements);
  GPUWindowAttr getWindow() const { return plan.getWindow(); }
  /// Copies the window, if there is one, to the result.
  void copyOut();

private:
  void storeStraight(const Point &first, mlir::Value value);
  void storeInWindow(const Point &first, mlir::Value value);
  mlir::Value viewWindow();
  mlir::AffineExpr getAddress(const AxisSpace &of) const;
  mlir::AffineExpr getPart(const AxisSpace &of) const;
  llvm::SmallVector<mlir::Value> getSteps();

  KernelState &state;
  const AxisSpace &space;
  IndexValues &values;
  ComputeOp op;
  GPUScheduleAttr schedule;
  GPUAccessAttr plan;
  mlir::Value buffer;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_RESULTSTORE_H
