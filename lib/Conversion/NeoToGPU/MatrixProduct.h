//===- MatrixProduct.h - A step of a product by tensor cores ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All terms of a window, added to the sums of a thread:
//
//     for 16 terms, or 8 of tf32:
//       a[i] = ldmatrix.x4 of %A, rows of fragment i
//       b[j] = ldmatrix.x4 of %B, columns of fragments 2 j and 2 j + 1
//       sums[i][j] = mma.sync a[i], b[j], sums[i][j]
//
// With two sets of fragments a and b are double-buffered in registers: those
// of the next terms are loaded before the current ones are multiplied, and
// those of the next step's first terms before this step's last.
//
// Which lane has which element follows from the splits of the axes
// (lib/Schedule/GPU/TensorCores.h): the four sums of a fragment are those of
// the unrolled points with registers 2 i, 2 i + 1 of the rows and both elements
// of the vector of the columns.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_MATRIXPRODUCT_H
#define NEO_CONVERSION_NEOTOGPU_MATRIXPRODUCT_H

#include "FragmentLoads.h"
#include "StagedLoop.h"

namespace neo {

class MatrixProduct : public StepCode {
public:
  MatrixProduct(KernelState &state, const AxisSpace &space, IndexValues &values,
                ComputeOp op, GPUScheduleAttr schedule);

  llvm::SmallVector<mlir::Value> prefetch(mlir::Value stage) override;
  void compute(llvm::SmallVector<mlir::Value> &sums,
               llvm::SmallVector<mlir::Value> &ahead, mlir::Value stage,
               const StepOverlap &overlap) override;

private:
  using Fragment = FragmentLoads::Fragment;
  /// The fragments of all rows and of all columns, for the terms of one mma.
  struct Fragments {
    llvm::SmallVector<Fragment> left, right;
  };

  Fragments loadAll(int64_t term, mlir::Value stage);
  Fragments unpack(mlir::ValueRange registers);
  void multiplyAll(Fragments set, llvm::MutableArrayRef<mlir::Value> sums);
  Fragment round(const Fragment &registers);
  mlir::Value multiply(mlir::ValueRange a, mlir::ValueRange b,
                       mlir::ValueRange sums);
  int64_t countRegisters(unsigned axis) const;

  KernelState &state;
  const AxisSpace &space;
  ComputeOp op;
  GPUScheduleAttr schedule;
  FragmentLoads loads;
  int64_t fragmentTerms = 0;
  unsigned rowAxis = 0, columnAxis = 0, termAxis = 0;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_MATRIXPRODUCT_H
