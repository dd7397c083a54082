//===- LoadChainsTest.cpp - Few loads at the end of one chain -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Target/LoadChains.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

/// The numbers of loads between ends of chains, in a block of `loads`, of which
/// number `stored` is followed by a store.
std::vector<size_t> getChains(size_t loads, size_t stored = 0) {
  LLVMContext context;
  Module module("chains", context);
  IRBuilder<> builder(context);
  auto *type =
      llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()},
                              /*isVarArg=*/false);
  Function *function =
      Function::Create(type, Function::ExternalLinkage, "f", module);
  builder.SetInsertPoint(BasicBlock::Create(context, "", function));
  for (size_t i = 0; i < loads; ++i) {
    auto *loaded =
        builder.CreateLoad(builder.getInt32Ty(), function->getArg(0));
    if (i + 1 == stored)
      builder.CreateStore(loaded, function->getArg(0));
  }
  builder.CreateRetVoid();
  neo::endLoadChains(module);
  EXPECT_FALSE(verifyModule(module, &errs()));
  std::vector<size_t> chains = {0};
  for (Instruction &instruction : function->getEntryBlock()) {
    chains.back() += isa<LoadInst>(instruction);
    if (isa<CallInst>(instruction))
      chains.push_back(0);
  }
  return chains;
}

} // namespace

TEST(LoadChainsTest, LongOnesEnd) {
  EXPECT_EQ(getChains(300), (std::vector<size_t>{128, 128, 44}));
}

TEST(LoadChainsTest, ShortOnesStay) {
  EXPECT_EQ(getChains(256), std::vector<size_t>{256});
}

TEST(LoadChainsTest, StoresEndThemToo) {
  EXPECT_EQ(getChains(500, 250), std::vector<size_t>{500});
  EXPECT_EQ(getChains(400, 100), (std::vector<size_t>{228, 128, 44}));
}

TEST(LoadChainsTest, NoneIsEmpty) {
  EXPECT_EQ(getChains(384), (std::vector<size_t>{128, 128, 128}));
}
