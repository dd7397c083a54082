//===- ParseKernels.h - kernels for the tests, from text --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_TARGET_PARSEKERNELS_H
#define NEO_UNITTESTS_TARGET_PARSEKERNELS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace neo {

/// A context and a module parsed in it.
struct ParsedKernels {
  explicit ParsedKernels(const std::string &text) {
    context.loadDialect<mlir::LLVM::LLVMDialect, mlir::func::FuncDialect,
                        mlir::arith::ArithDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// A kernel over floats: y[i] = `body`, which may use %v (x[i]) and %i and
/// defines %r.
inline std::string mapKernel(const std::string &name, const std::string &body) {
  return "llvm.func @" + name + R"((%x: !llvm.ptr {llvm.noalias},
        %y: !llvm.ptr {llvm.noalias}, %begin: i64, %end: i64)
        attributes {neo.kernel} {
      %one = llvm.mlir.constant(1 : i64) : i64
      llvm.br ^loop(%begin : i64)
    ^loop(%i: i64):
      %more = llvm.icmp "slt" %i, %end : i64
      llvm.cond_br %more, ^body, ^exit
    ^body:
      %px = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %py = llvm.getelementptr %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %px : !llvm.ptr -> f32
      )" +
         body + R"(
      llvm.store %r, %py : f32, !llvm.ptr
      %next = llvm.add %i, %one : i64
      llvm.br ^loop(%next : i64)
    ^exit:
      llvm.return
    }
  )";
}

} // namespace neo

#endif // NEO_UNITTESTS_TARGET_PARSEKERNELS_H
