//===- ShuffleFencesTest.cpp - Keep LLVM from combining forever -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Target/ShuffleFences.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

/// How many values a function freezes that inserts an element into a shuffle.
static int64_t countFrozen(const std::string &element) {
  std::string type = "<4 x " + element + ">";
  std::string text = "define " + type + " @f(" + type + " %u, " + type +
                     " %v, " + element + " %s) { %b = shufflevector " + type +
                     " %u, " + type +
                     " %v, <4 x i32> <i32 1, i32 3, i32 5, i32 poison>\n" +
                     "%d = insertelement " + type + " %b, " + element +
                     " %s, i64 3\n" + "%e = insertelement " + type + " %d, " +
                     element + " %s, i64 2\n" + "ret " + type + " %e }";
  LLVMContext context;
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseAssemblyString(text, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  neo::fenceShuffles(*module);
  EXPECT_FALSE(verifyModule(*module, &errs()));
  return count_if(instructions(*module->getFunction("f")),
                  [](Instruction &each) { return isa<FreezeInst>(each); });
}

TEST(ShuffleFencesTest, ShufflesOfHalvesAreFrozenOnce) {
  EXPECT_EQ(countFrozen("half"), 1);
}

TEST(ShuffleFencesTest, OthersAreNot) {
  EXPECT_EQ(countFrozen("float"), 0);
  EXPECT_EQ(countFrozen("i16"), 0);
}
