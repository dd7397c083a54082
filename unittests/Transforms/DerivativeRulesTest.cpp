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

static const char *copySign = R"(
  func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
    %r = neo.compute [i: 3] %x[i] : (tensor<3xf32>) -> tensor<3xf32> {
    ^bb0(%a: f32):
      %one = arith.constant 1.0 : f32
      %0 = math.copysign %a, %one : f32
      neo.yield %0 : f32
    }
    return %r : tensor<3xf32>
  }
)";

namespace {
/// Tells how math.copysign is differentiated in its first operand.
struct CopySignRule : DerivativeInterface {
  using DerivativeInterface::DerivativeInterface;

  void addRules(DerivativeRules &rules) const override {
    rules.add<math::CopySignOp>(ZeroIf::never, [](Chain &d) {
      FloatExpr one = d.seed().number(1.0);
      FloatExpr sign = one.apply<math::CopySignOp>(Value(d.in(0)));
      FloatExpr target = one.apply<math::CopySignOp>(Value(d.in(1)));
      d.to(0, d.seed() * (sign * target));
    });
  }
};

class RuleDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RuleDialect)

  explicit RuleDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<RuleDialect>()) {
    addInterfaces<CopySignRule>();
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
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(differentiate(copySign)));
  EXPECT_NE(message.find("no derivative rule for 'math.copysign'"),
            std::string::npos);
}

TEST_F(DerivativeRulesTest, ADialectBringsARule) {
  context.loadDialect<RuleDialect>();
  ASSERT_TRUE(succeeded(differentiate(copySign)));
  auto vjp = module->lookupSymbol<func::FuncOp>("f_vjp");
  ASSERT_TRUE(vjp);
  unsigned copies = 0;
  vjp.walk([&](math::CopySignOp) { ++copies; });
  EXPECT_EQ(copies, 2u);
}
