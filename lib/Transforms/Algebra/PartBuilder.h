//===- PartBuilder.h - Operators made of parts of another one ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A rewrite that splits an operator into several clones parts of its body, with
// the operands that these need, into each of them:
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

/// Builds a neo.compute from values of the body of `op` and other operands.
class PartBuilder {
public:
  /// `roots` are the values of the body that the new body needs.
  PartBuilder(ComputeOp op, llvm::ArrayRef<mlir::Value> roots);

  using Body = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &, mlir::IRMapping &, mlir::ValueRange others)>;
  /// `spec` has all operands of `op`, of which unused ones are dropped;
  /// `others` follow.
  mlir::Value build(mlir::OpBuilder &b, ComputeSpec spec,
                    llvm::ArrayRef<OperandSpec> others, Body body);

private:
  ComputeOp op;
  llvm::SetVector<mlir::Value> needed;
};

/// A spec over the output loops of `op`, which reads its operands at `steps` of
/// the reduction loops, 0 by default.
ComputeSpec specOfElements(ComputeOp op, llvm::ArrayRef<int64_t> steps = {});

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_PARTBUILDER_H
