//===- ReverseMode.h - The derivative of a whole function -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Reverse mode over straight-line code. For
//
//     func @f(%x, %w) { %h = compute(%x, %w)  %y = compute(%h, %h)  return %y }
//
// the derivative replays the forward pass and then walks it backwards,
// gathering the cotangents of every value from all of its uses:
//
//     func @f_vjp(%x, %w, %dy) {
//       %h  = compute(%x, %w)              the forward pass, as far as needed
//       %dh = sum of the adjoints of the two uses of %h
//       %dx = adjoint(%h, slot x)(%dh)   %dw = adjoint(%h, slot w)(%dh)
//       return %dx, %dw
//     }
//
// Only values that depend on a floating-point argument have cotangents. Calls
// are expanded while the forward pass is replayed, so the derivative sees one
// flat list of operators; what to store and what to recompute is decided later,
// by fusion.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_REVERSEMODE_H
#define NEO_TRANSFORMS_AUTODIFF_REVERSEMODE_H

#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {

/// Makes sure that a function has a body before it is replayed; fails with a
/// diagnostic otherwise.
using DefineFunction =
    llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp)>;

/// (operands of f, one cotangent per result) -> gradients of float operands.
mlir::FunctionType getVjpType(mlir::func::FuncOp f);

/// Fills the empty `vjp` with the derivative of `f`.
mlir::LogicalResult buildVjp(mlir::func::FuncOp f, mlir::func::FuncOp vjp,
                             const DerivativeRules &rules,
                             const AdjointOptions &options,
                             DefineFunction define);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_REVERSEMODE_H
