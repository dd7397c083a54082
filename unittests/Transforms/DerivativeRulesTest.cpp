//===- DerivativeRulesTest.cpp - The table of derivatives is open ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/DerivativeRules.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace neo;

static const char *absolute = R"(
  func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
    %r = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
    ^bb0(%a: f32):
      %0 = math.absf %a : f32
      neo.yield %0 : f32
    }
    return %r : tensor<3xf32>
  }
)";

/// Of the whole of arith and math, what no body may hold.
static const char *outsideOfBodies = R"(
  func.func @f(%x: f32) -> f32 {
    %sin, %cos = math.sincos %x : f32
    return %cos : f32
  }
)";

namespace {
/// The derivative of math.absf at 0 is the sign of 0, and not 0.
struct SignRule : DerivativeInterface {
  using DerivativeInterface::DerivativeInterface;

  void addRules(DerivativeRules &rules) const override {
    rules.add<math::AbsFOp>(ZeroIf::all, [](Chain &d) {
      FloatExpr one = d.seed().number(1.0);
      d.to(0, d.seed() * one.apply<math::CopySignOp>(Value(d.in(0))));
    });
  }
};

class RuleDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RuleDialect)

  explicit RuleDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<RuleDialect>()) {
    addInterfaces<SignRule>();
  }
  static StringRef getDialectNamespace() { return "test_rules"; }
};

class DerivativeRulesTest : public ::testing::Test {
protected:
  DerivativeRulesTest() {
    context.loadDialect<NeoDialect, func::FuncDialect, arith::ArithDialect,
                        math::MathDialect>();
  }

  LogicalResult differentiate(const char *text) {
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return failure();
    PassManager manager(&context);
    manager.addPass(createNeoAutodiff());
    return manager.run(*module);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(DerivativeRulesTest, AnOperationWithoutRuleIsNamed) {
  module = parseSourceString<ModuleOp>(outsideOfBodies, &context);
  ASSERT_TRUE(module);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  DerivativeRules rules = DerivativeRules::of(&context);
  module->walk([&](math::SincosOp op) { EXPECT_FALSE(rules.require(op)); });
  EXPECT_NE(message.find("no derivative rule for 'math.sincos'"),
            std::string::npos);
}

TEST_F(DerivativeRulesTest, ADialectBringsARule) {
  context.loadDialect<RuleDialect>();
  ASSERT_TRUE(succeeded(differentiate(absolute)));
  auto vjp = module->lookupSymbol<func::FuncOp>("f_vjp");
  ASSERT_TRUE(vjp);
  unsigned signs = 0, choices = 0;
  vjp.walk([&](math::CopySignOp) { ++signs; });
  vjp.walk([&](arith::SelectOp) { ++choices; });
  EXPECT_EQ(signs, 1u);
  EXPECT_EQ(choices, 0u);
}
