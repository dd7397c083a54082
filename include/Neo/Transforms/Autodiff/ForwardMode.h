//===- ForwardMode.h - Tangents of a whole function -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Forward mode computes, with every value, its tangent: the derivative in the
// direction of given tangents of the arguments:
//
//     func @f(%x, %w) { %h = compute(%x, %w)  %y = compute(%h)  return %y }
//
//     func @f_jvp(%x, %w, %dx, %dw) {
//       %h  = compute(%x, %w)
//       %dh = tangent(%x, %w, %dx, %dw)      TangentCompute.h
//       %y  = compute(%h)
//       %dy = tangent(%h, %dh)
//       return %y, %dy
//     }
//
// Operands first, then one tangent for each that is differentiated; results
// first, then one tangent for each of a float type. Those are the order and the
// pairing of jax.jvp. The cost is that of two or three runs of f, however many
// results f has, where reverse mode costs as much however many arguments: this
// mode suits few directions and many results, the other a scalar loss.
//
// The tangent of an integer does not exist, and a value that no tangent reaches
// has none either; returned, it is a tensor of zeros.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_FORWARDMODE_H
#define NEO_TRANSFORMS_AUTODIFF_FORWARDMODE_H

#include "Neo/Transforms/Autodiff/DerivativeRules.h"
#include "Neo/Transforms/Autodiff/FunctionReplay.h"

namespace neo {

/// (operands of f, tangents) -> (results of f, their tangents).
mlir::FunctionType getJvpType(mlir::func::FuncOp f);

/// Fills the empty `jvp` with the derivative of `f`.
mlir::LogicalResult buildJvp(mlir::func::FuncOp f, mlir::func::FuncOp jvp,
                             const DerivativeRules &rules,
                             ModuleFunctions &functions);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_FORWARDMODE_H
