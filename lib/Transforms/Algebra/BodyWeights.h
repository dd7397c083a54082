//===- BodyWeights.h - The weights of the values in a body ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The sets of possible weights (ShiftWeights.h) of values in a body are
// computed from the operands up. For a requested weight of the yielded value,
// `list` determines which values are needed with which weights; one value may
// be needed with two:
//
//     (x * e) * e / z  with 0     (x 0, e 0) 0, e 1, z 1
//
// Then the body is built from these. Only exponentials and logarithms use M
// itself: exp(u - m), and log(a) + w * m.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_BODYWEIGHTS_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_BODYWEIGHTS_H

#include "ShiftWeights.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace neo {

/// The weights of the values in one body.
class BodyWeights {
public:
  BodyWeights(ShiftWeights &tensors, ComputeOp op, mlir::AffineMap index)
      : tensors(tensors), op(op), index(index) {}

  WeightSet of(mlir::Value value);
  /// The weights of `inner`'s operands where its result has `weight`.
  llvm::SmallVector<int, 3> split(mlir::Operation *inner, int weight);

  /// Values with weights, in topological order.
  using Step = std::pair<mlir::Value, int>;
  using Steps = llvm::SetVector<Step>;
  void list(mlir::Value value, int weight, Steps &steps);
  /// Does a value with this weight depend on M itself?
  bool shifts(const Step &step);
  /// Builds `steps`; `arguments` are one for each argument among them, and `m`
  /// is null where no step shifts.
  mlir::Value build(mlir::OpBuilder &b, const Steps &steps,
                    mlir::ValueRange arguments, mlir::Value m);

private:
  WeightSet compute(mlir::Value value);
  bool isShifted(mlir::Value exponent);
  WeightSet ofOperation(mlir::Operation *inner);

  ShiftWeights &tensors;
  ComputeOp op;
  mlir::AffineMap index;
  llvm::DenseMap<mlir::Value, WeightSet> known;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_BODYWEIGHTS_H
