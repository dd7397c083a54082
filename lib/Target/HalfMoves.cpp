//===- HalfMoves.cpp - What moves bf16 moves words ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "HalfMoves.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

static bool isHalves(Type *type) {
  return isa<FixedVectorType>(type) && type->getScalarType()->isBFloatTy();
}

/// The vector of words that is as long as `type`.
static Type *wordsLike(Type *type) {
  auto *vector = cast<FixedVectorType>(type);
  return FixedVectorType::get(Type::getInt16Ty(type->getContext()),
                              vector->getNumElements());
}

static bool isMaskedLoad(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::masked_load;
}

static bool movesHalves(const Instruction &instruction) {
  return isHalves(instruction.getType()) &&
         (isa<ShuffleVectorInst>(instruction) || isa<SelectInst>(instruction) ||
          isMaskedLoad(instruction));
}

/// `move` as one of words.
static Value *buildMove(IRBuilder<> &builder, Instruction &move) {
  auto asWords = [&](Value *halves) {
    return builder.CreateBitCast(halves, wordsLike(halves->getType()));
  };
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&move))
    return builder.CreateShuffleVector(asWords(shuffle->getOperand(0)),
                                       asWords(shuffle->getOperand(1)),
                                       shuffle->getShuffleMask());
  if (auto *select = dyn_cast<SelectInst>(&move))
    return builder.CreateSelect(select->getCondition(),
                                asWords(select->getTrueValue()),
                                asWords(select->getFalseValue()));
  auto &load = cast<IntrinsicInst>(move);
  Align alignment = load.getParamAlign(0).valueOrOne();
  return builder.CreateMaskedLoad(
      wordsLike(move.getType()), load.getArgOperand(0), alignment,
      load.getArgOperand(1), asWords(load.getArgOperand(2)));
}

void neo::moveHalvesAsWords(Module &module) {
  SmallVector<Instruction *> moves;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (movesHalves(instruction))
        moves.push_back(&instruction);
  for (Instruction *move : moves) {
    IRBuilder<> builder(move);
    Value *words = buildMove(builder, *move);
    move->replaceAllUsesWith(builder.CreateBitCast(words, move->getType()));
    move->eraseFromParent();
  }
}
