//===- AxisSpace.h - Index expressions over the splits of axes --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A schedule splits the steps of axes among vectors, registers, lanes, warps,
// steps and blocks; an access is an expression of loops. This class translates
// one into the other, symbolically. Every split of every axis is a
// dimension; the axis is a sum of them, the loops are parts of the axis:
//
//     [i, j] of 8 x 16 = vector 4, lane 32:     axis = d0 + 4 * d1
//     j = axis mod 16 = 4 * (d1 mod 4) + d0     i = axis floordiv 16
//     %x[i, j] lies at 16 * i + j = 4 * d1 + d0
//
// The resulting expression tells how threads access memory: d0 has the factor
// 1, so the vector is contiguous; 4 * d1 is a multiple of 4, so it is aligned.
// The code computes the same expressions.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_GPU_AXISSPACE_H
#define NEO_SCHEDULE_GPU_AXISSPACE_H

#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Dialect/RowMajor.h"

namespace neo {

/// Where the element lies in the row-major tensor, over the loops.
mlir::AffineExpr linearize(mlir::AffineMap map, mlir::RankedTensorType type);

/// The innermost of the loops `first` to `last` - 1 that has several steps. Of
/// C[i, j, 0] that is j: a loop of one step keeps no neighbours apart.
std::optional<unsigned> findInnermostLoop(ComputeOp op, unsigned first,
                                          unsigned last);

class AxisSpace {
public:
  /// The axes have all loops that are asked for.
  AxisSpace(ComputeOp op, llvm::ArrayRef<GPUAxisAttr> axes);

  struct Dim {
    unsigned axis, split;
    GPUUnit unit;
    int64_t size, stride; // of steps of the axis
    /// Is it unrolled in a thread?
    bool isUnrolled() const {
      return unit == GPUUnit::vector_ || unit == GPUUnit::register_;
    }
  };
  llvm::ArrayRef<Dim> getDims() const { return dims; }
  llvm::ArrayRef<int64_t> getSizes() const { return sizes; }
  unsigned getNumAxes() const { return axes.size(); }
  GPUAxisAttr getAxis(unsigned axis) const { return axes[axis]; }
  int64_t getExtent(unsigned axis) const { return extents[axis]; }

  /// The axis whose loop `loop` is.
  unsigned getAxisOf(unsigned loop) const { return axisOf[loop]; }
  /// The step of an axis, as a sum of the splits' dimensions.
  mlir::AffineExpr getStep(unsigned axis) const { return steps[axis]; }
  /// Has the axis more steps in its splits than it has?
  bool hasEdge(unsigned axis) const;

  /// An expression of the loops as one of the dimensions.
  mlir::AffineExpr toDims(mlir::AffineExpr overLoops) const;
  /// Where the element lies in the row-major tensor.
  mlir::AffineExpr getAddress(mlir::AffineMap map,
                              mlir::RankedTensorType type) const;
  /// Does the expression, over the loops, depend on the axis?
  bool dependsOn(mlir::AffineExpr overLoops, unsigned axis) const;

  /// The dimension of the innermost split of `axis`, if it is unrolled.
  std::optional<unsigned> getInnermost(unsigned axis) const;

  /// `expr` where unrolled dimensions have the values of `point`, one for
  /// every dimension.
  mlir::AffineExpr at(mlir::AffineExpr expr,
                      llvm::ArrayRef<int64_t> point) const;

  /// All points of the unrolled dimensions of axes for which `has` is true,
  /// in row-major order, 0 in others.
  llvm::SmallVector<llvm::SmallVector<int64_t>>
  getPoints(llvm::function_ref<bool(unsigned)> has) const;

private:
  void addAxis(GPUAxisAttr axis);
  void addLoops(unsigned axis);

  ComputeOp op;
  llvm::SmallVector<GPUAxisAttr> axes;
  llvm::SmallVector<Dim> dims;
  llvm::SmallVector<int64_t> sizes, extents;
  llvm::SmallVector<mlir::AffineExpr> steps, loops;
  llvm::SmallVector<unsigned> axisOf;
};

} // namespace neo

#endif // NEO_SCHEDULE_GPU_AXISSPACE_H
