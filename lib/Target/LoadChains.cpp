//===- LoadChains.cpp - Few loads at the end of one chain -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LoadChains.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

/// Loads of one chain. With 64, 128, 256 and 400 the code generator took 0.47,
/// 0.54, 0.88 and 1.37 s for that block, 5.1 s as it was.
constexpr size_t loadsOfChain = 128;

static void endChain(Instruction &last) {
  IRBuilder<> builder(last.getContext());
  builder.SetInsertPoint(last.getParent(), std::next(last.getIterator()));
  auto *type = FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false);
  builder.CreateCall(InlineAsm::get(type, "", "", /*hasSideEffects=*/true));
}

static void endChains(ArrayRef<Instruction *> loads) {
  if (loads.size() <= 2 * loadsOfChain)
    return;
  for (size_t last = loadsOfChain; last < loads.size(); last += loadsOfChain)
    endChain(*loads[last - 1]);
}

/// What writes memory ends a chain, too.
static void endChains(BasicBlock &block) {
  SmallVector<SmallVector<Instruction *>> chains(1);
  for (Instruction &instruction : block)
    if (instruction.mayWriteToMemory())
      chains.emplace_back();
    else if (instruction.mayReadFromMemory())
      chains.back().push_back(&instruction);
  for (ArrayRef<Instruction *> loads : chains)
    endChains(loads);
}

void neo::endLoadChains(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function)
      endChains(block);
}
