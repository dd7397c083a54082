//===- TermSums.h - The terms that a thread adds up -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The unrolled terms of a step, each added to the sums of all outputs of the
// thread before the next:
//
//     for term in terms                     reduced axes: registers, vectors
//       for output in outputs               the other axes
//         sums[output] += body at (output, term)
//
// so that an element that outputs share is read once for all of them, and an
// addition depends on one that is as far back as there are outputs.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_TERMSUMS_H
#define NEO_CONVERSION_NEOTOGPU_TERMSUMS_H

#include "StagedLoop.h"

namespace neo {

class TermSums : public StepCode {
public:
  TermSums(const AxisSpace &space, ComputeOp op, StatementBody &body,
           llvm::ArrayRef<Point> outputs, GPUOverlapAttr overlapped);

  /// `sums` and all terms.
  llvm::SmallVector<mlir::Value> addAll(mlir::ValueRange sums);

  /// Windows are read where they are needed.
  llvm::SmallVector<mlir::Value> prefetch(mlir::Value stage) override {
    return {};
  }
  void compute(llvm::SmallVector<mlir::Value> &sums,
               llvm::SmallVector<mlir::Value> &ahead, mlir::Value stage,
               const StepOverlap &overlap) override;

private:
  void add(llvm::MutableArrayRef<mlir::Value> sums, const Point &term);

  StatementBody &body;
  llvm::ArrayRef<Point> outputs;
  GPUOverlapAttr overlapped;
  llvm::SmallVector<Point> terms;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_TERMSUMS_H
