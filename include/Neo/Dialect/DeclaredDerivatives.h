//===- DeclaredDerivatives.h - Derivatives that are asked for ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A program asks for a derivative by declaring it under its name:
//
//     func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { ... }
//     func.func private @f_vjp(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//
// neo-autodiff gives it a body. Until then it has none, which stops whoever is
// to run it; and as MLIR lets declarations be private only, one that nothing
// calls is removed with all other dead functions. In both cases the user is
// told what to do, here in one place for all tools.
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

/// Says of `declared`, which has no body, how it gets one: a sentence without a
/// full stop.
std::string explainMissingBody(mlir::func::FuncOp declared);

/// The derivatives that `module` declares and nothing needs: no operation names
/// them, and they have no derivative themselves.
llvm::SmallVector<mlir::func::FuncOp>
findUnusedDerivatives(mlir::ModuleOp module);

} // namespace neo

#endif // NEO_DIALECT_DECLAREDDERIVATIVES_H
