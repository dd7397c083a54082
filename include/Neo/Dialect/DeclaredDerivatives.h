//===- DeclaredDerivatives.h - Derivatives that are asked for ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A program asks for a derivative by declaring it under its name:
//
//     func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { ... }
//     func.func private @f_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//
// neo-autodiff gives it a body. Until then it cannot be run: the error
// says what to do, here in one place for all tools.
//
// MLIR lets declarations be private only, which says nothing of who asks. One
// that is called in the module serves its callers, and may go when these have
// its body. One that nothing calls is asked for from outside: with its body it
// becomes as visible as @f, so that it is there as long as @f is. If @f is
// private, nobody can ask, and the user is told that it goes.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_DECLAREDDERIVATIVES_H
#define NEO_DIALECT_DECLAREDDERIVATIVES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace neo {

/// What the name of a derivative of `f` ends with, in reverse and in forward
/// mode.
constexpr llvm::StringLiteral vjpSuffix = "_vjp", jvpSuffix = "_jvp";

/// The function of the same module that `function` is the derivative of by its
/// name; null if there is none.
mlir::func::FuncOp getPrimal(mlir::func::FuncOp function);

/// The function that `derivative` comes from in the end: @f for @f_vjp_jvp.
mlir::func::FuncOp getFirstPrimal(mlir::func::FuncOp derivative);

/// Says of `declared`, which has no body, how it gets one: a message without a
/// full stop.
std::string explainMissingBody(mlir::func::FuncOp declared);

/// The derivatives that `module` declares and no operation names.
llvm::SmallVector<mlir::func::FuncOp>
findUncalledDerivatives(mlir::ModuleOp module);

/// Those of them that nothing needs, as they have no derivative themselves.
llvm::SmallVector<mlir::func::FuncOp>
findUnusedDerivatives(mlir::ModuleOp module);

} // namespace neo

#endif // NEO_DIALECT_DECLAREDDERIVATIVES_H
