//===- RunnableFunction.h - Functions with buffers for values ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A function that is run, compiled or interpreted, gets one buffer per argument
// and one per result. So it has to have a body, and nothing but
// tensors whose size is known:
//
//     func.func @f(%x: tensor<4x6xf32>) -> tensor<4xf32> { ... }
//
// A C++ caller may pass any other module; that is diagnosed here, once, and
// later stages need not check.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_RUNNABLEFUNCTION_H
#define NEO_DIALECT_RUNNABLEFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace neo {

/// The function `name` of `module`. An error, in a message, if there is none,
/// if it has no body, or if an argument or result is not a tensor of constant
/// shape with elements that Neo computes with.
llvm::Expected<mlir::func::FuncOp> findRunnable(mlir::ModuleOp module,
                                                llvm::StringRef name);

} // namespace neo

#endif // NEO_DIALECT_RUNNABLEFUNCTION_H
