//===- OneLaneVectors.cpp - Integers of vectors of one lane ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "OneLaneVectors.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Masks are left: masked loads and stores take them as vectors.
static bool hasOneInteger(const Instruction &instruction) {
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  return type && type->getNumElements() == 1 &&
         type->getElementType()->isIntegerTy() &&
         !type->getElementType()->isIntegerTy(1);
}

static void scalarize(BinaryOperator &operation) {
  IRBuilder<> builder(&operation);
  Value *left =
      builder.CreateExtractElement(operation.getOperand(0), uint64_t(0));
  Value *right =
      builder.CreateExtractElement(operation.getOperand(1), uint64_t(0));
  auto *scalar = BinaryOperator::Create(operation.getOpcode(), left, right, "",
                                        operation.getIterator());
  scalar->copyIRFlags(&operation);
  scalar->setDebugLoc(operation.getDebugLoc());
  Value *vector = builder.CreateInsertElement(
      PoisonValue::get(operation.getType()), scalar, uint64_t(0));
  operation.replaceAllUsesWith(vector);
  operation.eraseFromParent();
}

void neo::scalarizeOneLane(Module &module) {
  SmallVector<BinaryOperator *> operations;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *binary = dyn_cast<BinaryOperator>(&instruction))
        if (hasOneInteger(*binary))
          operations.push_back(binary);
  for (BinaryOperator *operation : operations)
    scalarize(*operation);
}
