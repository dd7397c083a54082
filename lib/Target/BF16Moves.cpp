//===- BF16Moves.cpp - Moves of bf16 as integers --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BF16Moves.h"
#include "HalfTypes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstVisitor.h"

using namespace llvm;
using namespace neo;

namespace {

/// What does the same with words; nullptr for what is no move of bf16.
class WordBuilder : public InstVisitor<WordBuilder, Value *> {
public:
  explicit WordBuilder(Instruction &move) : builder(&move) {}

  Value *visitInstruction(Instruction &) { return nullptr; }

  Value *visitLoadInst(LoadInst &load) {
    return builder.CreateAlignedLoad(wordsLike(load), load.getPointerOperand(),
                                     load.getAlign(), load.isVolatile());
  }
  Value *visitStoreInst(StoreInst &store) {
    return builder.CreateAlignedStore(asWords(store.getValueOperand()),
                                      store.getPointerOperand(),
                                      store.getAlign(), store.isVolatile());
  }
  Value *visitShuffleVectorInst(ShuffleVectorInst &shuffle) {
    return builder.CreateShuffleVector(asWords(shuffle.getOperand(0)),
                                       asWords(shuffle.getOperand(1)),
                                       shuffle.getShuffleMask());
  }
  Value *visitInsertElementInst(InsertElementInst &insert) {
    return builder.CreateInsertElement(asWords(insert.getOperand(0)),
                                       asWords(insert.getOperand(1)),
                                       insert.getOperand(2));
  }
  Value *visitExtractElementInst(ExtractElementInst &extract) {
    return builder.CreateExtractElement(asWords(extract.getVectorOperand()),
                                        extract.getIndexOperand());
  }
  Value *visitSelectInst(SelectInst &select) {
    return builder.CreateSelect(select.getCondition(),
                                asWords(select.getTrueValue()),
                                asWords(select.getFalseValue()));
  }
  Value *visitPHINode(PHINode &phi) {
    PHINode *words =
        builder.CreatePHI(wordsLike(phi), phi.getNumIncomingValues());
    for (auto [value, block] : zip(phi.incoming_values(), phi.blocks())) {
      builder.SetInsertPoint(block->getTerminator());
      words->addIncoming(asWords(value), block);
    }
    return words;
  }
  Value *visitIntrinsicInst(IntrinsicInst &call) {
    bool isStore = call.getIntrinsicID() == Intrinsic::masked_store;
    if (!isStore && call.getIntrinsicID() != Intrinsic::masked_load)
      return nullptr;
    Align alignment = call.getParamAlign(isStore).valueOrOne();
    if (isStore)
      return builder.CreateMaskedStore(asWords(call.getArgOperand(0)),
                                       call.getArgOperand(1), alignment,
                                       call.getArgOperand(2));
    return builder.CreateMaskedLoad(wordsLike(call), call.getArgOperand(0),
                                    alignment, call.getArgOperand(1),
                                    asWords(call.getArgOperand(2)));
  }
  /// The upper half of an f32.
  Value *visitFPExtInst(FPExtInst &extension) {
    Type *type = extension.getType();
    Value *bits = builder.CreateZExt(asWords(extension.getOperand(0)),
                                     withElement(type, builder.getInt32Ty()));
    Value *single = builder.CreateBitCast(
        builder.CreateShl(bits, 16), withElement(type, builder.getFloatTy()));
    return builder.CreateFPExt(single, type);
  }

private:
  Type *wordsLike(const Value &halves) {
    return withElement(halves.getType(), builder.getInt16Ty());
  }
  Value *asWords(Value *halves) {
    return builder.CreateBitCast(halves, wordsLike(*halves));
  }

  IRBuilder<> builder;
};

} // namespace

static bool takesOrGivesHalves(const Instruction &instruction) {
  return isHalf(instruction.getType()) ||
         any_of(instruction.operand_values(), [](const Value *operand) {
           return isHalf(operand->getType());
         });
}

/// `move`, which `words` does: whoever took bf16 takes those bits.
static void replaceByWords(Instruction &move, Value *words) {
  if (auto *made = dyn_cast<Instruction>(words);
      made && move.mayReadOrWriteMemory())
    made->copyMetadata(move,
                       {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,
                        LLVMContext::MD_nontemporal});
  if (isHalf(move.getType())) {
    BasicBlock::iterator after = isa<PHINode>(move)
                                     ? move.getParent()->getFirstInsertionPt()
                                     : move.getIterator();
    words = IRBuilder<>(move.getParent(), after)
                .CreateBitCast(words, move.getType());
  }
  if (!move.use_empty())
    move.replaceAllUsesWith(words);
  move.eraseFromParent();
}

/// Bits that were bf16 in between are those bits, in other blocks and under
/// other types too: of a bf16 that is left, LLVM makes a float, and rounds it.
static void joinCasts(Function &function) {
  for (Instruction &cast : make_early_inc_range(instructions(function))) {
    if (!isa<BitCastInst>(cast) || !isa<BitCastInst>(cast.getOperand(0)))
      continue;
    Value *bits = cast.getOperand(0);
    while (auto *inner = dyn_cast<BitCastInst>(bits))
      bits = inner->getOperand(0);
    cast.replaceAllUsesWith(
        IRBuilder<>(&cast).CreateBitCast(bits, cast.getType()));
  }
  for (BasicBlock &block : function)
    for (Instruction &cast : make_early_inc_range(reverse(block)))
      if (isa<BitCastInst>(cast) && cast.use_empty())
        cast.eraseFromParent();
}

void neo::moveBF16AsIntegers(Module &module) {
  for (Function &function : module) {
    SmallVector<Instruction *> moves;
    for (Instruction &instruction : instructions(function))
      if (takesOrGivesHalves(instruction))
        moves.push_back(&instruction);
    for (Instruction *move : moves)
      if (Value *words = WordBuilder(*move).visit(*move))
        replaceByWords(*move, words);
    if (!moves.empty())
      joinCasts(function);
  }
}
