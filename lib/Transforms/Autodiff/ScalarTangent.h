//===- ScalarTangent.h - Forward mode over one scalar body ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The body of a tangent is the forward body with a tangent beside every value:
//
//     forward                      tangent
//     ^bb0(a, b):                  ^bb0(a, b, da):        b does not change
//       p = mulf a, b                p  = mulf a, b
//                                    dp = mulf da, b
//       t = tanh p                   t  = tanh p
//                                    dt = mulf dp, (1 - t * t)
//       yield t                      yield dt
//
// It is built in a separate block, since the arguments that it uses are known
// only afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_AUTODIFF_SCALARTANGENT_H
#define NEO_LIB_TRANSFORMS_AUTODIFF_SCALARTANGENT_H

#include "Neo/Transforms/Autodiff/ScalarAdjoint.h"

namespace neo {

class ScalarTangent {
public:
  /// Arguments of the block: the forward operands, a tangent for each of the
  /// operands `active`, and the saved values but the cotangent.
  ScalarTangent(ComputeOp forward, llvm::ArrayRef<unsigned> active,
                const AdjointValues &saved, const DerivativeRules &rules);

  /// An error if an active operation has no rule.
  mlir::LogicalResult derive();

  /// The yielded value; null if the tangent vanishes identically.
  mlir::Value getResult() const { return result; }
  mlir::Block &getBlock() { return block; }

private:
  mlir::LogicalResult propagate(mlir::Operation &original);
  mlir::Value pushThrough(const DerivativeRule &rule, mlir::Operation *clone,
                          unsigned operand, mlir::Value tangent);
  void addTangent(mlir::Value original, mlir::Value part);
  FloatExpr weigh(FloatExpr tangent);
  mlir::Value savedArgument(unsigned i) {
    return block.getArgument(firstSaved + i);
  }

  ComputeOp forward;
  AdjointValues saved;
  const DerivativeRules &rules;
  mlir::Block block;
  mlir::OpBuilder builder;
  mlir::IRMapping mapping;
  /// By value of the forward body.
  llvm::DenseMap<mlir::Value, mlir::Value> tangents;
  unsigned firstSaved = 0;
  mlir::Value result;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_AUTODIFF_SCALARTANGENT_H
