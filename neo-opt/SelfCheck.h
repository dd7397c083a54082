//===- SelfCheck.h - A module that checks its own results -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// To compare the interpreter with code that somebody else's compiler made, the
// numbers travel inside the program: next to the function under test stands
//
//     func.func @neo_check() -> i32      // how many results are wrong
//
// which calls it on constants and compares each result with the constant that
// the interpreter computed. The comparison is a neo.compute too:
//
//     neo-run f.mlir --self-check | neo-opt --convert-neo-to-linalg |
//       mlir-opt ... | mlir-runner -e neo_check --entry-point-result=i32
//
//===----------------------------------------------------------------------===//

#ifndef NEO_OPT_SELFCHECK_H
#define NEO_OPT_SELFCHECK_H

#include "Neo/Dialect/Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace neo {

/// A copy of `function`'s module with @neo_check added; null if that does not
/// verify.
mlir::OwningOpRef<mlir::ModuleOp>
makeSelfChecking(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> inputs,
                 llvm::ArrayRef<Tensor> results, double tolerance);

} // namespace neo

#endif // NEO_OPT_SELFCHECK_H
