//===- DivisorFences.cpp - Keep LLVM from taking 0 / 0 for 0 --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DivisorFences.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Can lanes of a vector divisor be known to be 0? Those of a load, which the
/// division reads as its operand in memory, are not.
static bool needsFence(const Instruction &division) {
  const Value *divisor = division.getOperand(1);
  return isa<FixedVectorType>(division.getType()) && !isa<Constant>(divisor) &&
         !isa<LoadInst>(divisor);
}

void neo::fenceDivisors(Module &module) {
  SmallVector<Instruction *> divisions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if ((instruction.getOpcode() == Instruction::FDiv ||
           instruction.getOpcode() == Instruction::FRem) &&
          needsFence(instruction))
        divisions.push_back(&instruction);
  for (Instruction *division : divisions) {
    IRBuilder<> builder(division);
    Value *divisor = division->getOperand(1);
    division->setOperand(
        1, builder.CreateArithmeticFence(divisor, divisor->getType()));
  }
}
