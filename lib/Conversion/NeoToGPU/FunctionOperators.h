//===- FunctionOperators.h - The operators of a module ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A module inside of another one has symbols of its own: kernels that its
// functions launch have to be in it, and its passes are run on it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_FUNCTIONOPERATORS_H
#define NEO_CONVERSION_NEOTOGPU_FUNCTIONOPERATORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace neo {

/// The operations of a type in the functions of `module`, not in those of
/// modules inside of it.
template <typename Op>
llvm::SmallVector<Op> findInFunctions(mlir::ModuleOp module) {
  llvm::SmallVector<Op> found;
  for (auto function : module.getOps<mlir::func::FuncOp>())
    function.walk([&](Op op) { found.push_back(op); });
  return found;
}

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_FUNCTIONOPERATORS_H
