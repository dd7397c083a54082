//===- SavedValues.h - What backward reads of forward -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A function of operands and cotangents gives results and gradients. Where the
// two are wanted at different times, as by PyTorch's autograd, it becomes two
// functions, and an intermediate value that both need is either saved by the
// first or recomputed by the second:
//
//     %t = compute [i, k, j] sum [l] %a, %d      (MTTKRP: a large sum)
//     %y = compute [i, j] sum [k] %t, %b         the result
//     %e = compute [k, j] sum [i] %g, %t         a gradient: depends on %g
//
//     forward(%a, %b, %d) -> %y, %t              %t is saved
//     backward(%a, %b, %d, %g, %t) -> %e
//
// A value is *saved* if the forward function computes it anyway and computing
// it again takes longer than writing and reading it. Those are the results of
// sums of many terms and of loops. A function of one element of a few tensors
// is recomputed: as part of the kernel that needs it, it costs a few operations
// and no memory. A result of the forward function exists, and is read again.
// What else depends on fixed arguments alone (FixedValues.h) is neither: each
// function computes it in its first run.
//
// This is rematerialisation decided by cost, for each value on its own. A
// minimum cut (AOTAutograd's) would also save a value in place of several that
// are computed from it; here these are recomputed from it, inside fused
// kernels.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_PARTITION_SAVEDVALUES_H
#define NEO_LIB_TRANSFORMS_PARTITION_SAVEDVALUES_H

#include "Neo/Transforms/Algebra/AlgebraCost.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace neo {

class SavedValues {
public:
  /// The values of `joint`, some of whose arguments are `cotangents`, and whose
  /// first `results` results are those of the forward function.
  SavedValues(mlir::func::FuncOp joint, mlir::ValueRange cotangents,
              unsigned results, const AlgebraCost &cost);

  bool dependsOnCotangent(mlir::Value value) const {
    return backward.contains(value);
  }
  /// Does `op` read a value that depends on a cotangent?
  bool readsCotangent(mlir::Operation *op) const;
  /// In the order in which the backward function needs them.
  llvm::SetVector<mlir::Value> find(mlir::ValueRange gradients);
  bool isResult(mlir::Value value) const {
    return llvm::is_contained(results, value);
  }

private:
  bool isSaved(mlir::Value value) const;
  bool isDear(ComputeOp op) const;
  void visit(mlir::Value value, llvm::SetVector<mlir::Value> &saved);

  mlir::ValueRange results;
  const AlgebraCost &cost;
  /// Values that depend on a cotangent, and operations of the forward function.
  llvm::DenseSet<mlir::Value> backward;
  llvm::DenseSet<mlir::Operation *> forward;
  llvm::DenseSet<mlir::Value> visited;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_PARTITION_SAVEDVALUES_H
