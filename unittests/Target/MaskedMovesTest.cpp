//===- MaskedMovesTest.cpp - Masked moves without branches ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Target/MaskedMoves.h"

#include "Neo/Target/HostTarget.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace neo;

namespace {

/// A function of one masked move, for AVX2.
struct Expanded {
  explicit Expanded(const std::string &body) {
    std::string text =
        "define <8 x half> @f(ptr %p, <8 x ptr> %ps, i1 %on, <8 x i1> %mask, "
        "<8 x half> %v) { " +
        body +
        " }"
        "declare <8 x half> @llvm.masked.load.v8f16.p0(ptr, <8 x i1>, "
        "<8 x half>)"
        "declare void @llvm.masked.store.v8f16.p0(<8 x half>, ptr, <8 x i1>)"
        "declare <8 x half> @llvm.masked.gather.v8f16.v8p0(<8 x ptr>, "
        "<8 x i1>, <8 x half>)";
    llvm::SMDiagnostic problem;
    module = llvm::parseAssemblyString(text, problem, context);
    EXPECT_TRUE(module) << problem.getMessage().str();
    auto target = llvm::cantFail(HostTarget::named("avx2"));
    auto machine = llvm::cantFail(target.createMachine());
    module->setDataLayout(machine->createDataLayout());
    expandMaskedMoves(*module, *machine);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  }

  size_t count(unsigned opcode) const {
    size_t found = 0;
    for (const llvm::BasicBlock &block : *module->getFunction("f"))
      for (const llvm::Instruction &instruction : block)
        found += instruction.getOpcode() == opcode;
    return found;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

} // namespace

TEST(MaskedMovesTest, LoadsLaneByLane) {
  Expanded f("%r = call <8 x half> @llvm.masked.load.v8f16.p0(ptr align 2 %p, "
             "<8 x i1> %mask, <8 x half> %v) ret <8 x half> %r");
  EXPECT_EQ(f.count(llvm::Instruction::Load), 8u);
  EXPECT_EQ(f.count(llvm::Instruction::Call), 0u);
}

TEST(MaskedMovesTest, LanesThatAreAlwaysOffAreNotMoved) {
  Expanded f("%some = and <8 x i1> %mask, <i1 1, i1 0, i1 0, i1 1, i1 0, i1 0, "
             "i1 0, i1 0> call void @llvm.masked.store.v8f16.p0(<8 x half> %v, "
             "ptr align 2 %p, <8 x i1> %some) ret <8 x half> %v");
  EXPECT_EQ(f.count(llvm::Instruction::Store), 2u);
}

TEST(MaskedMovesTest, TheOnlyLaneIsStoredOnItsOwn) {
  Expanded f("call void @llvm.masked.store.v8f16.p0(<8 x half> %v, ptr align 2 "
             "%p, <8 x i1> <i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>) "
             "ret <8 x half> %v");
  EXPECT_EQ(f.count(llvm::Instruction::Store), 1u);
  EXPECT_EQ(f.count(llvm::Instruction::ExtractElement), 1u);
  EXPECT_EQ(f.count(llvm::Instruction::Call), 0u);
}

TEST(MaskedMovesTest, OneConditionMovesTheWholeVector) {
  Expanded f("%one = insertelement <8 x i1> poison, i1 %on, i64 0 "
             "%all = shufflevector <8 x i1> %one, <8 x i1> poison, <8 x i32> "
             "zeroinitializer %r = call <8 x half> @llvm.masked.load.v8f16.p0("
             "ptr align 2 %p, <8 x i1> %all, <8 x half> %v) ret <8 x half> %r");
  EXPECT_EQ(f.count(llvm::Instruction::Load), 1u);
}

TEST(MaskedMovesTest, GathersFromEachPointer) {
  Expanded f("%r = call <8 x half> @llvm.masked.gather.v8f16.v8p0(<8 x ptr> "
             "align 2 %ps, "
             "<8 x i1> %mask, <8 x half> %v) ret <8 x half> %r");
  EXPECT_EQ(f.count(llvm::Instruction::Load), 8u);
}

TEST(MaskedMovesTest, AMoveMayPadTheNext) {
  Expanded f("%a = call <8 x half> @llvm.masked.load.v8f16.p0(ptr align 2 %p, "
             "<8 x i1> %mask, <8 x half> %v) "
             "%b = call <8 x half> @llvm.masked.load.v8f16.p0(ptr align 2 %p, "
             "<8 x i1> %mask, <8 x half> %a) ret <8 x half> %b");
  EXPECT_EQ(f.count(llvm::Instruction::Call), 0u);
}
