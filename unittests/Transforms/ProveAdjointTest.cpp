//===- ProveAdjointTest.cpp - Wrong gradients are reported ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ProveAdjoint.h"

#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace neo;

static constexpr const char *window = R"(
  func.func @window(%A: tensor<70006xf32>) -> tensor<70002x5xf32> {
    %0 = neo.compute [p: 70002, r: 5] %A[p + r]
       : (tensor<70006xf32>) -> tensor<70002x5xf32> {
    ^bb0(%a: f32):
      neo.yield %a : f32
    }
    return %0 : tensor<70002x5xf32>
  })";

namespace {
class ProveAdjointTest : public ::testing::Test {
protected:
  ProveAdjointTest() {
    context.loadDialect<NeoDialect, func::FuncDialect, arith::ArithDialect>();
    module = parseSourceString<ModuleOp>(window, &context);
    (*module)->walk([&](ComputeOp found) { op = found; });
    problem.extents = {70002, 5};
    problem.access.shape = {70006};
    problem.access.index = {Form::variable(0) + Form::variable(1)};
  }

  /// What is said about an inversion.
  std::string messageFor(const Inversion &inversion) {
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
      return success();
    });
    proveAdjoint(op, 0, problem, inversion);
    return message;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ComputeOp op;
  InversionProblem problem;
};
} // namespace

TEST_F(ProveAdjointTest, NothingIsSaidOfWhatIsProven) {
  EXPECT_EQ(messageFor(invert(problem)), "");
}

TEST_F(ProveAdjointTest, AWrongInversionNamesTheAccessAndAPoint) {
  Inversion wrong = invert(problem);
  ASSERT_EQ(wrong.guards.size(), 2u);
  wrong.guards.clear();
  std::string message = messageFor(wrong);
  EXPECT_NE(
      message.find("internal error: gathering the gradient of operand #0 is "
                   "wrong at element ("),
      std::string::npos)
      << message;
  EXPECT_NE(message.find("of 'p < 70002, r < 5 : A(70006)[p + r]': it is "
                         "scattered instead, which is right; please report "
                         "this access"),
            std::string::npos)
      << message;
}

TEST_F(ProveAdjointTest, WhatCannotBeDecidedIsARemark) {
  Inversion uncertified = invert(problem);
  uncertified.freeValues.clear();
  std::string message = messageFor(uncertified);
  EXPECT_NE(
      message.find("the gradient of operand #0 is built but not proven: its "
                   "index 'p < 70002, r < 5 : A(70006)[p + r]'"),
      std::string::npos)
      << message;
}

/// The right inversion without its guards: terms that do not exist.
static Inversion invertWrongly(const InversionProblem &problem) {
  Inversion inversion = invert(problem);
  inversion.guards.clear();
  return inversion;
}

TEST_F(ProveAdjointTest, WhatIsWrongIsScatteredInstead) {
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  func::FuncOp function = op->getParentOfType<func::FuncOp>();
  OpBuilder builder(function.front().getTerminator());
  AdjointOptions options;
  options.inverter = invertWrongly;
  DerivativeRules rules = DerivativeRules::of(&context);
  ComputeAdjoint adjoint(builder, op, op.getResult(), rules, options);
  FailureOr<Value> gradient = adjoint.differentiate({0});
  ASSERT_TRUE(succeeded(gradient));
  EXPECT_TRUE(gradient->getDefiningOp<ScatterAddOp>());
  EXPECT_TRUE(succeeded(verify(*module)));
}
