//===- ModuleFunctions.h - Functions of the module --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The derivative of one function may need others: a callee whose body is itself
// a derivative that is declared and not yet built, or the derivative of the
// step of a loop. The module pass provides them through this interface;
// the derivation of one function requests them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_MODULEFUNCTIONS_H
#define NEO_TRANSFORMS_AUTODIFF_MODULEFUNCTIONS_H

#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {

class ModuleFunctions {
public:
  virtual ~ModuleFunctions() = default;

  /// Builds the body of `f` if it has none; fails with a diagnostic otherwise.
  virtual mlir::LogicalResult define(mlir::func::FuncOp f) = 0;

  /// The derivative of `f`, built on demand.
  virtual mlir::FailureOr<mlir::func::FuncOp> derive(mlir::func::FuncOp f,
                                                     DerivativeMode mode) = 0;

  /// Adds an empty private function, whose name is `name` with a suffix if
  /// needed.
  virtual mlir::func::FuncOp add(mlir::Location loc, llvm::StringRef name,
                                 mlir::FunctionType type) = 0;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_MODULEFUNCTIONS_H
