//===- OneLaneVectorsTest.cpp - Integers of vectors of one lane -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Target/OneLaneVectors.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

/// A function of two vectors, with its integers as scalars.
struct Scalarized {
  Scalarized(const std::string &type, const std::string &operation) {
    std::string text = "define " + type + " @f(" + type + " %p, " + type +
                       " %q) { %r = " + operation + " " + type +
                       " %p, %q ret " + type + " %r }";
    SMDiagnostic problem;
    module = parseAssemblyString(text, problem, context);
    EXPECT_TRUE(module) << problem.getMessage().str();
    neo::scalarizeOneLane(*module);
    EXPECT_FALSE(verifyModule(*module, &errs()));
    for (Instruction &instruction : instructions(*module->getFunction("f")))
      if (auto *binary = dyn_cast<BinaryOperator>(&instruction))
        found = binary;
  }

  LLVMContext context;
  std::unique_ptr<Module> module;
  BinaryOperator *found = nullptr;
};

} // namespace

TEST(OneLaneVectorsTest, IntegersBecomeScalars) {
  Scalarized f("<1 x i64>", "sdiv exact");
  EXPECT_TRUE(f.found->getType()->isIntegerTy(64));
  EXPECT_TRUE(f.found->isExact());
}

TEST(OneLaneVectorsTest, FlagsOfOverflowStay) {
  Scalarized f("<1 x i32>", "mul nsw");
  EXPECT_TRUE(f.found->getType()->isIntegerTy(32));
  EXPECT_TRUE(f.found->hasNoSignedWrap());
}

TEST(OneLaneVectorsTest, MasksWiderVectorsAndFloatsStay) {
  EXPECT_TRUE(Scalarized("<1 x i1>", "and").found->getType()->isVectorTy());
  EXPECT_TRUE(Scalarized("<2 x i64>", "sdiv").found->getType()->isVectorTy());
  EXPECT_TRUE(
      Scalarized("<1 x double>", "fdiv").found->getType()->isVectorTy());
}
