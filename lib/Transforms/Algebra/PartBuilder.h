//===- PartBuilder.h - Operators made of parts of another one ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A rewrite that puts several operators in the place of one gives each of them
// some values of its body, and the operands that these need:
//
//     sum [j] %D[i, j] * (%X[i, j] - %m[i]) / %r[i]
//     // parts: sum [j] of D alone, sum [j] of D and X, one with r and the sums
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_PARTBUILDER_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_PARTBUILDER_H

#include "Neo/Dialect/RebuildCompute.h"

#include "llvm/ADT/SetVector.h"

namespace neo {

/// A neo.compute made of values of the body of `op` and of other operands.
class PartBuilder {
public:
  /// `roots` are the values that `spec` computes something of.
  PartBuilder(ComputeOp op, llvm::ArrayRef<mlir::Value> roots);

  using Body = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &, mlir::IRMapping &, mlir::ValueRange others)>;
  /// `spec` has all operands of `op`, of which what is needed is kept; `others`
  /// follow.
  mlir::Value build(mlir::OpBuilder &b, ComputeSpec spec,
                    llvm::ArrayRef<OperandSpec> others, Body body);

private:
  ComputeOp op;
  llvm::SetVector<mlir::Value> needed;
};

/// What has an element for each one of `op`, and its operands at `steps` of the
/// loops that it reduces, the first ones if none are given.
ComputeSpec specOfElements(ComputeOp op, llvm::ArrayRef<int64_t> steps = {});

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_PARTBUILDER_H
