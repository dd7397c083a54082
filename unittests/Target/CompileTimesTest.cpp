//===- CompileTimesTest.cpp - Where compile time goes ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Target/Program/CompileTimes.h"

#include "Neo/Conversion/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace neo;

TEST(CompileTimesTest, NamesTheLongestFirst) {
  CompileTimes times(5);
  times.add("neo-fuse", 0.5);
  times.add("LLVM", 3);
  times.add("LLVM", 2);
  EXPECT_EQ(times.describeExcess(1),
            "compiling took 5.5 s, over its budget of 5.0 s: LLVM 5.0 s, "
            "neo-fuse 0.5 s");
}

TEST(CompileTimesTest, BudgetGrowsWithTheKernels) {
  CompileTimes times(5);
  times.add("LLVM", 7);
  EXPECT_NE(times.describeExcess(4), "");
  EXPECT_EQ(times.describeExcess(6), "");
}

TEST(CompileTimesTest, NoBudgetIsNeverExceeded) {
  CompileTimes times(0);
  times.add("LLVM", 1e6);
  EXPECT_EQ(times.describeExcess(1), "");
}

TEST(CompileTimesTest, CountsNestedPassesByTheirNames) {
  DialectRegistry registry;
  neo::registerAllDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>("func.func private @f()", &context);
  PassManager pm(&context);
  CompileTimes times(1e-12);
  times.watch(pm);
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  ASSERT_TRUE(succeeded(pm.run(*module)));
  std::string text = times.describeExcess(1);
  EXPECT_NE(text.find("cse"), std::string::npos) << text;
  EXPECT_NE(text.find("canonicalize"), std::string::npos) << text;
}

TEST(CompileTimesTest, TellsOnceOfABudgetThatIsNone) {
  setenv("NEO_COMPILE_BUDGET", "0.5", 1);
  EXPECT_EQ(CompileTimes::budgetFromEnvironment(), 0.5);
  testing::internal::CaptureStderr();
  std::string expected;
  for (std::string wrong : {"3x", "-1", "nan", "abc"}) {
    setenv("NEO_COMPILE_BUDGET", wrong.c_str(), 1);
    EXPECT_EQ(CompileTimes::budgetFromEnvironment(), 5);
    EXPECT_EQ(CompileTimes::budgetFromEnvironment(), 5);
    expected += "neo: NEO_COMPILE_BUDGET is '" + wrong +
                "', which is not a number of seconds from 0 on; using 5\n";
  }
  unsetenv("NEO_COMPILE_BUDGET");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), expected);
}
