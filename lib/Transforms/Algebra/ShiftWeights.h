//===- ShiftWeights.h - Powers of e^M in tensors ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where Z = sum exp(f) is to become Z' = sum exp(f - M), the tensors that
// depend on it are scaled by powers of e^M, consistently. A tensor or value T
// of *weight* w stands for e^(w M) T':
//
//     Z                             1
//     exp(g)                        0 or 1, as it is or as exp(g - M)
//     a * b, a / b                  any sum, or difference, of weights
//     a + b, c ? a : b, sums of a   a weight that all can have
//     log(a)                        0: it is w M + log(a')
//     0                             any
//     everything else               0, of operands that can have 0
//
// The gradient of a softmax, read like this:
//
//     y[i, j] = e[i, j] / z[i]                     {-1, 0}
//     c[i] = sum_j -(dy[i, j] * e[i, j]) / z[i]^2  {-2, -1}
//     d[i, j] = (dy[i, j] / z[i] + c[i]) * e[i, j] {-1} + {0, 1} = {-1, 0}
//
// y and d can have the weight 0, so their values are unchanged, computed from e
// with the weight 1 and c with -1. z and c cannot: they are *scaled*, and only
// such operators may read them. A value without any weight, such as 1 + z,
// prevents the rewrite.
//
// M has an element for each of Z. The *index* of an operator is the map from
// its loops to the element of M by which its values are scaled; all scaled
// tensors that it reads must have the same one. Exponentials can have any index
// that does not depend on loops that they are summed over.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_SHIFTWEIGHTS_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_SHIFTWEIGHTS_H

#include "WeightSet.h"

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace neo {

/// The weights of tensors with respect to one sum.
class ShiftWeights {
public:
  /// Exponents from which one of `maxima` is subtracted are not changed: they
  /// are shifted for another sum.
  ShiftWeights(ComputeOp sum, llvm::ArrayRef<mlir::Value> maxima);

  /// Finds the scaled tensors and their readers; false if some reader cannot be
  /// adapted.
  bool findReaders();
  /// Operators whose results have the weight 0 and that read scaled tensors.
  llvm::ArrayRef<ComputeOp> getReaders() const { return readers; }
  bool isScaled(mlir::Value tensor) const { return scaled.contains(tensor); }

  bool isMaximum(mlir::Value tensor) const {
    return llvm::is_contained(maxima, tensor);
  }
  mlir::Type getType() { return sum.getType().getElementType(); }
  /// The common index of the scaled operands of `op`.
  std::optional<mlir::AffineMap> findIndex(ComputeOp op);
  /// The index of operand `operand`, for `index` of `op`; null if it has none.
  mlir::AffineMap getIndexOf(ComputeOp op, unsigned operand,
                             mlir::AffineMap index);
  /// The weights of `tensor` with `index`, from its dimensions.
  WeightSet ofTensor(mlir::Value tensor, mlir::AffineMap index);

private:
  struct Scaled {
    WeightSet weights;
    mlir::AffineMap index;
  };

  bool visit(mlir::Operation &user);
  bool fits(mlir::AffineMap index, mlir::RankedTensorType type);
  WeightSet ofResult(ComputeOp op, mlir::AffineMap index);

  ComputeOp sum;
  llvm::ArrayRef<mlir::Value> maxima;
  unsigned depth = 0;
  llvm::DenseMap<mlir::Value, Scaled> scaled;
  llvm::DenseMap<std::pair<mlir::Value, mlir::AffineMap>, WeightSet> others;
  llvm::SmallVector<ComputeOp> readers;
  llvm::DenseSet<mlir::Value> read;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_SHIFTWEIGHTS_H
