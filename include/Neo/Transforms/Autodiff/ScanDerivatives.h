//===- ScanDerivatives.h - Derivatives of loops over time -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The derivative of a loop is a loop, of the derivative of its step:
//
//     forward     h, y[t] = f(h, x[t], W)                 t = 0 .. T-1
//
//     saving      h, y[t], s[t] = f(h, x[t], W), h        the state before t
//     reverse     dh, dW, dx[t] = f_vjp(s[t], x[t], W, dh, dy[t])
//                                                         t = T-1 .. 0
//
// where dh starts as the cotangent of the last state and dW as zero, to which
// every step adds (neo-sum-after-scans takes such sums out of the loop). So
// only the state of each step is stored, and its intermediate values are
// recomputed in the reverse loop, but for products, which neo-reuse-from-scans
// finds in both loops.
//
// Tangents are computed along with the values, in one loop:
//
//     forward mode   (h, dh), (y[t], dy[t]) = f_jvp(h, x[t], W, dh, dx[t], dW)
//
// Inactive values have no derivative: integers, and tensors that depend on no
// differentiated argument. A state is active if any operand is, since a step
// may propagate it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_SCANDERIVATIVES_H
#define NEO_TRANSFORMS_AUTODIFF_SCANDERIVATIVES_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/ModuleFunctions.h"

namespace neo {

using IsActive = llvm::function_ref<bool(mlir::Value)>;

/// The step of `op`, or one that calls it, whose arguments are marked as
/// constants where no active operand reaches them.
mlir::func::FuncOp prepareStep(ScanOp op, mlir::ValueRange operands,
                               IsActive isActive, ModuleFunctions &functions);

/// The loop `op` over `operands`, which also stacks the state before each step.
ScanOp buildSavingScan(mlir::OpBuilder &b, ScanOp op, mlir::ValueRange operands,
                       ModuleFunctions &functions);

/// Builds the reverse loop of a saving loop whose step, for the derivative, is
/// `step`. `cotangents` has one value per result of the original loop, null for
/// those that have none; gives the gradient of each operand, null where there
/// is none.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
buildScanAdjoint(mlir::OpBuilder &b, ScanOp saving, mlir::func::FuncOp step,
                 llvm::ArrayRef<mlir::Value> cotangents,
                 ModuleFunctions &functions);

/// The loop `op` over `operands` with tangents (null for those that have none):
/// its results, then one tangent per result, null for integers.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
buildScanTangent(mlir::OpBuilder &b, ScanOp op, mlir::ValueRange operands,
                 llvm::ArrayRef<mlir::Value> tangents,
                 ModuleFunctions &functions);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_SCANDERIVATIVES_H
