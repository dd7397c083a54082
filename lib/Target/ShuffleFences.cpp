//===- ShuffleFences.cpp - Keep LLVM from combining forever ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ShuffleFences.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

void neo::fenceShuffles(Module &module) {
  SmallVector<InsertElementInst *> insertions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *insertion = dyn_cast<InsertElementInst>(&instruction))
        if (insertion->getType()->getElementType()->isHalfTy() &&
            isa<ShuffleVectorInst>(insertion->getOperand(0)))
          insertions.push_back(insertion);
  for (InsertElementInst *insertion : insertions) {
    IRBuilder<> builder(insertion);
    insertion->setOperand(0, builder.CreateFreeze(insertion->getOperand(0)));
  }
}
