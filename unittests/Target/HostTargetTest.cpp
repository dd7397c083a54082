//===- HostTargetTest.cpp - the machine that code is made for -------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Target/HostTarget.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

using namespace neo;

TEST(HostTarget, DescribesThisMachine) {
  HostTarget target = HostTarget::detect();
  EXPECT_FALSE(target.cpu.empty());
  EXPECT_NE(target.description().find(target.cpu), std::string::npos);
  EXPECT_EQ(target.description(), HostTarget::detect().description());
  auto machine = target.createMachine();
  ASSERT_TRUE(bool(machine)) << llvm::toString(machine.takeError());
  EXPECT_EQ((*machine)->getPointerSize(0), sizeof(void *));
}

TEST(HostTarget, KnowsItsFeatures) {
  HostTarget target{"x86_64-linux-gnu", "x86-64-v4", "+avx2,-avx512f,+fma"};
  EXPECT_TRUE(target.has("avx2"));
  EXPECT_TRUE(target.has("fma"));
  EXPECT_FALSE(target.has("avx512f"));
  EXPECT_FALSE(target.has("avx"));
}

TEST(HostTarget, TakesTheOrderOfAnotherProcessor) {
  HostTarget plain{"x86_64-linux-gnu", "x86-64-v3", "+avx2"}, tuned = plain;
  tuned.tune = "znver3";
  EXPECT_NE(plain.description(), tuned.description());
  llvm::LLVMContext context;
  for (const HostTarget *target : {&plain, &tuned}) {
    llvm::Module module("m", context);
    auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
    auto *function = llvm::Function::Create(
        type, llvm::GlobalValue::ExternalLinkage, "f", module);
    llvm::ReturnInst::Create(
        context, llvm::BasicBlock::Create(context, "entry", function));
    target->setAttributes(module);
    EXPECT_EQ(function->getFnAttribute("target-cpu").getValueAsString(),
              "x86-64-v3");
    EXPECT_EQ(function->getFnAttribute("tune-cpu").getValueAsString(),
              target->tune);
  }
}

TEST(HostTarget, RefusesAnUnknownMachine) {
  HostTarget target{"abacus-unknown-none", "bead", ""};
  auto machine = target.createMachine();
  ASSERT_FALSE(bool(machine));
  std::string message = llvm::toString(machine.takeError());
  EXPECT_NE(message.find("cannot make code for 'abacus-unknown-none'"),
            std::string::npos)
      << message;
}
