//===- MatrixProduct.h - A step of a product by tensor cores ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All terms of a window, added to the sums of a thread:
//
//     for 16 terms:
//       a[i] = ldmatrix.x4 of %A, rows of fragment i
//       b[j] = ldmatrix.x4 of %B, columns of fragments 2 j and 2 j + 1
//       sums[i][j] = mma.sync a[i], b[j], sums[i][j]
//
// With `fragments 2` a and b are double-buffered in registers: those of the
// next 16 terms are loaded before the current ones are multiplied.
//
// Which lane has which element follows from the splits of the axes
// (lib/Schedule/GPU/TensorCores.h): the four sums of a fragment are those of
// the unrolled points with registers 2 i, 2 i + 1 of the rows and both elements
// of the vector of the columns.
//
// ldmatrix takes the address of a row of eight elements from each lane, eight
// rows a matrix. Rows run along the axis that the window is contiguous along;
// where that is not the axis of the terms, ldmatrix transposes the matrices.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_MATRIXPRODUCT_H
#define NEO_CONVERSION_NEOTOGPU_MATRIXPRODUCT_H

#include "StatementBody.h"

namespace neo {

class MatrixProduct {
public:
  MatrixProduct(KernelState &state, const AxisSpace &space, IndexValues &values,
                ComputeOp op, GPUScheduleAttr schedule);

  /// The sums after the terms of the windows in the stage at offset `stage`.
  llvm::SmallVector<mlir::Value> accumulate(mlir::ValueRange sums,
                                            mlir::Value stage);

private:
  using Fragment = llvm::SmallVector<mlir::Value>;
  /// The fragments of all rows and of all columns, for 16 terms.
  struct Fragments {
    llvm::SmallVector<Fragment> left, right;
  };

  /// Four registers of two elements each: matrices (0, 0), (1, 0), (0, 1), (1,
  /// 1) of (side, terms), or with sides and terms exchanged.
  Fragment load(unsigned operand, unsigned sideAxis, int64_t side,
                int64_t terms, bool sideFirst);
  Fragments loadAll(int64_t term);
  void multiplyAll(const Fragments &set,
                   llvm::MutableArrayRef<mlir::Value> sums);
  /// Pitches of a window along the side and along the terms, in elements.
  struct Pitches {
    int64_t side = 0, terms = 0;
  };
  Pitches getPitches(unsigned operand, unsigned sideAxis);
  bool isAlong(unsigned operand, unsigned axis);
  mlir::Value getRowOfLane(unsigned operand, unsigned sideAxis, bool sideFirst);
  mlir::Value multiply(mlir::ValueRange a, mlir::ValueRange b,
                       mlir::ValueRange sums);
  int64_t countRegisters(unsigned axis) const;
  unsigned findOperand(unsigned axis);

  KernelState &state;
  const AxisSpace &space;
  IndexValues &values;
  ComputeOp op;
  GPUScheduleAttr schedule;
  mlir::Value stage;
  unsigned rowAxis = 0, columnAxis = 0, termAxis = 0;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_MATRIXPRODUCT_H
