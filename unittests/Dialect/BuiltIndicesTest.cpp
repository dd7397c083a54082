//===- BuiltIndicesTest.cpp - Indices that only programs can build --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// MLIR's parser refuses products of dimensions; a pass that builds one is
// stopped by the verifier of neo.compute.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace neo;

/// What the verifier says of Y[i] = X[index], for i below 4.
static std::string verifyWithIndex(AffineExpr index) {
  MLIRContext *context = index.getContext();
  context->loadDialect<NeoDialect, func::FuncDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f(%X: tensor<16xf32>) -> tensor<4xf32> {\n"
      "%y = neo.compute [i: 4] %X[i] : (tensor<16xf32>) -> tensor<4xf32> {\n"
      "^bb0(%x: f32):\nneo.yield %x : f32\n}\n"
      "func.return %y : tensor<4xf32>\n}\n",
      context);
  EXPECT_TRUE(module);
  AffineMapAttr map = AffineMapAttr::get(AffineMap::get(1, 0, index));
  module->walk([&](ComputeOp op) {
    op.setMapsAttr(Builder(context).getArrayAttr({map}));
  });
  std::string said;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    said += diagnostic.str();
    return success();
  });
  EXPECT_EQ(succeeded(verify(*module)), said.empty());
  return said;
}

TEST(BuiltIndicesTest, ProductsOfLoopsAreRefused) {
  MLIRContext context;
  AffineExpr i = getAffineDimExpr(0, &context);
  EXPECT_EQ(verifyWithIndex(i * 3), "");
  EXPECT_NE(verifyWithIndex(i * i).find(
                "is not quasi-affine: multiply by constants only (C10)"),
            std::string::npos);
}
