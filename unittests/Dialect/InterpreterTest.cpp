//===- InterpreterTest.cpp - Inputs that fit and inputs that do not -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What functions compute is tested in test/Dialect/Interpreter; here stands
// what only a C++ caller can get wrong.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace neo;

namespace {
const char *const doubling = R"(
func.func @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = neo.compute [i: 2] %x[i] : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: f32):
    %s = arith.addf %a, %a : f32
    neo.yield %s : f32
  }
  return %0 : tensor<2xf32>
}
)";

/// A function, and what was said about it.
class InterpreterTest : public ::testing::Test {
protected:
  InterpreterTest() {
    context.loadDialect<NeoDialect, func::FuncDialect, arith::ArithDialect>();
    context.getDiagEngine().registerHandler(
        [this](Diagnostic &diagnostic) { said = diagnostic.str(); });
    module = parseSourceString<ModuleOp>(doubling, &context);
    function = *module->getOps<func::FuncOp>().begin();
  }

  static Tensor makePair(ElementKind kind, double a, double b) {
    Tensor tensor(kind, {2});
    tensor.store(0, makeFloat(a));
    tensor.store(1, makeFloat(b));
    return tensor;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  std::string said;
};
} // namespace

TEST_F(InterpreterTest, Runs) {
  auto results = interpret(function, makePair(ElementKind::f32, 1, 2.5));
  ASSERT_TRUE(succeeded(results));
  ASSERT_EQ(results->size(), 1u);
  EXPECT_EQ((*results)[0].getKind(), ElementKind::f32);
  EXPECT_EQ((*results)[0].load(0).f, 2);
  EXPECT_EQ((*results)[0].load(1).f, 5);
}

TEST_F(InterpreterTest, NumberOfInputs) {
  EXPECT_TRUE(failed(interpret(function, {})));
  EXPECT_EQ(said, "'double' takes 1 tensors, 0 given");
}

TEST_F(InterpreterTest, ShapeOfAnInput) {
  EXPECT_TRUE(failed(interpret(function, Tensor(ElementKind::f32, {3}))));
  EXPECT_EQ(said, "argument #0 of 'double' is 'tensor<2xf32>', the input given "
                  "is tensor<3xf32>");
}

TEST_F(InterpreterTest, TypeOfAnInput) {
  EXPECT_TRUE(failed(interpret(function, Tensor(ElementKind::f64, {2}))));
  EXPECT_EQ(said, "argument #0 of 'double' is 'tensor<2xf32>', the input given "
                  "is tensor<2xf64>");
}

TEST_F(InterpreterTest, DoublePrecisionTakesBothAndGivesDoubles) {
  InterpreterOptions options;
  options.doublePrecision = true;
  for (ElementKind kind : {ElementKind::f32, ElementKind::f64}) {
    auto results = interpret(function, makePair(kind, 1, 2.5), options);
    ASSERT_TRUE(succeeded(results));
    EXPECT_EQ((*results)[0].getKind(), ElementKind::f64);
    EXPECT_EQ((*results)[0].load(1).f, 5);
  }
}
