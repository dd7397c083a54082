//===- StepFunctions.h - Steps made of other steps --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The loops of a derivative apply functions that call the step, or its
// derivative, and put arguments and results in the order that a neo.scan wants.
// Calls are inlined later, so these functions have no overhead.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_STEPFUNCTIONS_H
#define NEO_TRANSFORMS_AUTODIFF_STEPFUNCTIONS_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/ModuleFunctions.h"

namespace neo {

/// How many of each there are among the arguments of a step.
struct StepShape {
  explicit StepShape(ScanOp op)
      : carried(op.getCarry().size()), over(op.getOver().size()),
        constants(op.getConstants().size()), stacks(op.getStacks().size()) {}

  bool isCarried(unsigned argument) const { return argument < carried; }
  bool isOver(unsigned argument) const {
    return argument >= carried && argument < carried + over;
  }
  unsigned arguments() const { return carried + over + constants; }

  unsigned carried, over, constants, stacks;
};

/// A call of `f`, whose arguments are marked as constants of differentiation
/// but for those in `active`.
mlir::func::FuncOp buildMarkedStep(mlir::func::FuncOp f,
                                   const llvm::SmallBitVector &active,
                                   ModuleFunctions &functions);

/// `f`, which also returns its first `carried` arguments.
mlir::func::FuncOp buildSavingStep(mlir::func::FuncOp f, unsigned carried,
                                   ModuleFunctions &functions);

/// (cotangents of the state, sums of the constants' gradients, slices, saved
/// state, cotangents of the outputs, constants) -> (the same two for the step
/// before, gradients of the slices), by `vjp`, the derivative of `f`.
mlir::func::FuncOp buildReverseStep(mlir::func::FuncOp f,
                                    mlir::func::FuncOp vjp,
                                    const StepShape &shape,
                                    ModuleFunctions &functions);

/// (state, its tangents, slices, their tangents, constants, their tangents) ->
/// (state, its tangents, outputs, their tangents), by `jvp`.
mlir::func::FuncOp buildTangentStep(mlir::func::FuncOp f,
                                    mlir::func::FuncOp jvp,
                                    const StepShape &shape,
                                    ModuleFunctions &functions);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_STEPFUNCTIONS_H
