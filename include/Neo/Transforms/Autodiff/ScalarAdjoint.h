//===- ScalarAdjoint.h - Reverse mode over one scalar body ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The body of an adjoint is the forward body followed by its reverse:
//
//     forward                      adjoint with respect to a
//     ^bb0(a, b):                  ^bb0(a, b, g):          g: cotangent
//       p = mulf a, b                p = mulf a, b
//       t = tanh p                   t = tanh p
//       yield t                      u = g * (1 - t * t)
//                                    v = u * b
//                                    yield v
//
// Dead code is eliminated, and with it operands without uses: `p + b` needs
// neither a nor b.
//
// The body is built before anything is known about the adjoint's loops, in a
// block of its own, because the loops depend on it: whether a guard of another
// operand can be absorbed is a question about this body (`vanishesAt`).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_SCALARADJOINT_H
#define NEO_TRANSFORMS_AUTODIFF_SCALARADJOINT_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/DerivativeRules.h"

#include "mlir/IR/IRMapping.h"

namespace neo {

/// Values of the forward pass that the adjoint of a reduction reads at the
/// output element: the cotangent, then those that its kind needs.
struct AdjointValues {
  mlir::Value cotangent;
  /// max, min: position of the first extremum.
  mlir::Value position;
  /// max, min where ties share: the extremum, and how many terms equal it.
  mlir::Value extremum, ties;
  /// prod: for each factor, the product of those before and of those after it.
  /// These have one dimension more, the position of the factor.
  mlir::Value before, after;

  /// The non-null ones, in the order of the body's arguments.
  llvm::SmallVector<mlir::Value> list() const;
};

/// Computes the weights of the terms of a max, min or prod, for derivatives of
/// both modes; nothing for other kinds (AdjointWeights.cpp).
void saveReductionValues(mlir::OpBuilder &builder, ComputeOp forward,
                         AdjointValues &saved);

class ScalarAdjoint {
public:
  ScalarAdjoint(ComputeOp forward, const AdjointValues &saved,
                const DerivativeRules &rules);

  /// Builds the derivative with respect to the block arguments `slots` taken as
  /// one; an error if an active operation has no rule.
  mlir::LogicalResult derive(llvm::ArrayRef<unsigned> slots);

  /// Does the derivative vanish identically?
  bool isZero() const { return !result; }
  mlir::Value getResult() const { return result; }
  mlir::Block &getBlock() { return block; }

  /// Arguments: the forward operands, the saved values, and the row-major
  /// position of the term among the reduction loops.
  unsigned getNumReads() { return block.getNumArguments() - 1; }
  mlir::BlockArgument getPosition() { return block.getArguments().back(); }

  /// Is the derivative zero wherever operand `slot` reads zero?
  bool vanishesAt(unsigned slot);

private:
  void addArguments();
  void cloneForward();
  void markActive(llvm::ArrayRef<unsigned> slots);
  bool isActive(mlir::Value value) const { return active.contains(value); }
  mlir::Value buildSeed();
  mlir::Value buildSharedSeed(FloatExpr cotangent);
  mlir::Value buildProductSeed(FloatExpr cotangent);
  mlir::LogicalResult propagate(mlir::Operation &original);
  void accumulate(mlir::Value value, mlir::Value contribution);
  void dropDeadCode();

  ComputeOp forward;
  AdjointValues saved;
  const DerivativeRules &rules;
  mlir::Block block;
  mlir::OpBuilder builder;
  mlir::IRMapping mapping;
  llvm::DenseSet<mlir::Value> active;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
  mlir::Value result;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_SCALARADJOINT_H
