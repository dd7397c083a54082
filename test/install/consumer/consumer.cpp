//===- consumer.cpp - Another project that reads neo ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

static const char *const matmul = R"(
  func.func @matmul(%A: tensor<2x3xf32>, %B: tensor<3x4xf32>)
      -> tensor<2x4xf32> {
    %C = neo.compute [i: 2, j: 4] sum [k: 3] %A[i, k], %B[k, j]
       : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32> {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.mulf %a, %b : f32
      neo.yield %0 : f32
    }
    return %C : tensor<2x4xf32>
  })";

int main() {
  mlir::MLIRContext context;
  context.loadDialect<neo::NeoDialect, mlir::arith::ArithDialect,
                      mlir::func::FuncDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(matmul, &context);
  if (!module || mlir::failed(mlir::verify(*module)))
    return 1;
  unsigned found = 0;
  module->walk([&](neo::ComputeOp op) {
    found += op.getKind() == neo::ReductionKind::sum;
  });
  return found == 1 ? 0 : 1;
}
