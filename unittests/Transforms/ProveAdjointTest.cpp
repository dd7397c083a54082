//===- ProveAdjointTest.cpp - Wrong gradients are reported ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ProveAdjoint.h"

#include "Neo/Dialect/Interpreter/Interpreter.h"
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

/// 64 filters: gathering at once would cost more than sums that come before.
static constexpr const char *correlation = R"(
  func.func @f(%A: tensor<5x5xf32>, %W: tensor<64x3x3xf32>)
      -> tensor<64x3x3xf32> {
    %0 = neo.compute [k: 64, p: 3, q: 3] sum [r: 3, s: 3]
           %A[p + r, q + s], %W[k, r, s]
       : (tensor<5x5xf32>, tensor<64x3x3xf32>) -> tensor<64x3x3xf32> {
    ^bb0(%a: f32, %w: f32):
      %1 = arith.mulf %a, %w : f32
      neo.yield %1 : f32
    }
    return %0 : tensor<64x3x3xf32>
  })";

/// Only what is asked by plain loops is wrong: the sums leave out their last
/// term.
static Inversion sumWrongly(const InversionProblem &problem) {
  Inversion inversion = invert(problem);
  bool areSums = llvm::all_of(problem.access.index, [](const Form &form) {
    return form.asVariable().has_value();
  });
  if (areSums && !inversion.freeExtents.empty())
    --inversion.freeExtents.back();
  return inversion;
}

static Tensor makeInput(ArrayRef<int64_t> shape) {
  Tensor tensor(ElementKind::f32, shape);
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    tensor.store(i, makeFloat(i * 7 % 5 - 2));
  return tensor;
}

namespace {
/// The gradient of A under the result as cotangent: its operator and values.
struct Derived {
  Derived(MLIRContext *context,
          Inversion (*inverter)(const InversionProblem &)) {
    module = parseSourceString<ModuleOp>(correlation, context);
    ComputeOp op;
    module->walk([&](ComputeOp found) { op = found; });
    auto function = op->getParentOfType<func::FuncOp>();
    Operation *end = function.front().getTerminator();
    OpBuilder builder(end);
    AdjointOptions options;
    options.partialSums = true;
    options.inverter = inverter;
    DerivativeRules rules = DerivativeRules::of(context);
    ComputeAdjoint adjoint(builder, op, op.getResult(), rules, options);
    FailureOr<Value> gradient = adjoint.differentiate({0});
    EXPECT_TRUE(succeeded(gradient));
    last = gradient->getDefiningOp();
    end->setOperands({*gradient});
    function.setFunctionType(FunctionType::get(
        context, function.getArgumentTypes(), {gradient->getType()}));
    EXPECT_TRUE(succeeded(verify(*module)));
    auto results =
        interpret(function, {makeInput({5, 5}), makeInput({64, 3, 3})});
    EXPECT_TRUE(succeeded(results));
    for (int64_t i = 0; i < 25; ++i)
      values.push_back((*results)[0].load(i).f);
  }

  OwningOpRef<ModuleOp> module;
  Operation *last;
  std::vector<double> values;
};
} // namespace

TEST_F(ProveAdjointTest, WrongSumsAndWrongGathersOfThemAreScattered) {
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages.push_back(diagnostic.str());
    return success();
  });
  Derived right(&context, invert);
  EXPECT_TRUE(isa<ComputeOp>(right.last));
  EXPECT_TRUE(messages.empty());
  for (auto *inverter : {sumWrongly, invertWrongly}) {
    messages.clear();
    Derived derived(&context, inverter);
    EXPECT_TRUE(isa<ScatterAddOp>(derived.last));
    EXPECT_EQ(derived.values, right.values);
    ASSERT_FALSE(messages.empty());
    EXPECT_NE(messages[0].find("internal error: gathering the gradient of "
                               "operand #0 is wrong at element ("),
              std::string::npos)
        << messages[0];
  }
}
