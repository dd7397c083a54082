//===- StepFunctions.h - Wrappers of scan steps -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The loops of a derivative apply wrapper functions that call the step, or its
// derivative, and reorder arguments and results for a neo.scan. Calls are
// inlined later, so these wrappers have no overhead.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_STEPFUNCTIONS_H
#define NEO_TRANSFORMS_AUTODIFF_STEPFUNCTIONS_H

#include "Neo/Dialect/StepShape.h"
#include "Neo/Transforms/Autodiff/ModuleFunctions.h"

namespace neo {

/// A wrapper of `f` whose arguments are marked `neo.constant`, but for those in
/// `active`.
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
