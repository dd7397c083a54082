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
// are expanded while the forward pass is replayed (FunctionReplay.h), so the
// derivative is one flat list of operators; which values to store and which to
// recompute (rematerialise) is decided later, by fusion.
//
// One exception is checkpointing: intermediate values of a function with the
// attribute `neo.checkpoint` are never stored. The backward walk recomputes
// them from the call's arguments when it reaches the call:
//
//     func @f_vjp(%x, %w, %dy) {         f calls the checkpoint @g twice
//       %a  = inside of g(%x, %w)          as far as %a needs it
//       %a1, %w1 = neo.wait %a, %w for %dy
//       ...   inside of g(%a1, %w1)        again, for its adjoint
//       %da = adjoint(%dy)
//       %x1, %w2 = neo.wait %x, %w for %da
//       ...   inside of g(%x1, %w2)        again
//       %dx = adjoint(%da)
//
// The wait (Identities.h) prevents CSE of the second computation with the
// first, and orders it after the cotangent: until then only %a and the
// arguments are live.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_REVERSEMODE_H
#define NEO_TRANSFORMS_AUTODIFF_REVERSEMODE_H

#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"
#include "Neo/Transforms/Autodiff/FunctionReplay.h"

namespace neo {

/// (operands of f, one cotangent per result) -> gradients of the operands that
/// are differentiated: of a float type, and not marked `neo.constant`.
mlir::FunctionType getVjpType(mlir::func::FuncOp f);

/// Fills the empty `vjp` with the derivative of `f`.
mlir::LogicalResult buildVjp(mlir::func::FuncOp f, mlir::func::FuncOp vjp,
                             const DerivativeRules &rules,
                             const AdjointOptions &options,
                             ModuleFunctions &functions);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_REVERSEMODE_H
