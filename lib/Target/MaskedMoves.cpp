//===- MaskedMoves.cpp - Masked moves without branches --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "MaskedMoves.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// A masked load, store, gather or scatter.
struct MaskedMove {
  IntrinsicInst *call;
  bool isLoad;
  /// A pointer to the first element, or one for each.
  Value *place;
  Value *mask;
  /// What a load gives where it is off, or what a store stores.
  Value *value;
  Align alignment;

  FixedVectorType *type() const {
    return cast<FixedVectorType>(value->getType());
  }
  bool isIndexed() const { return place->getType()->isVectorTy(); }
};
} // namespace

static Align alignmentOf(const MaskedMove &move, size_t lane) {
  const DataLayout &layout = move.call->getModule()->getDataLayout();
  uint64_t bytes =
      layout.getTypeStoreSize(move.type()->getElementType()).getFixedValue();
  return move.isIndexed() ? move.alignment
                          : commonAlignment(move.alignment, bytes * lane);
}

/// Conditions that follow from the lane alone are constants of a conjunction.
static bool isAlwaysOff(Value *mask, unsigned lane) {
  Constant *known;
  if (!match(mask, m_c_And(m_Value(), m_Constant(known))))
    return false;
  Constant *bit = known->getAggregateElement(lane);
  return bit && bit->isNullValue();
}

namespace {
/// Expands the moves of one function.
class MoveExpander {
public:
  explicit MoveExpander(Function &function) : entry(function.getEntryBlock()) {}

  void expand(const MaskedMove &move) {
    IRBuilder<> builder(move.call);
    Value *on = move.isIndexed() ? nullptr : getSplatValue(move.mask);
    Value *result = on            ? moveWhole(builder, move, on)
                    : move.isLoad ? loadLanes(builder, move)
                                  : storeLanes(builder, move);
    if (move.isLoad)
      move.call->replaceAllUsesWith(result);
    move.call->eraseFromParent();
  }

private:
  /// A place on the stack, for what is off.
  Value *nowhere(Type *type, Align alignment) {
    AllocaInst *&place = places[type];
    if (!place)
      place = IRBuilder<>(&entry, entry.getFirstInsertionPt())
                  .CreateAlloca(type, nullptr, "nowhere");
    place->setAlignment(std::max(place->getAlign(), alignment));
    return place;
  }

  Value *moveWhole(IRBuilder<> &builder, const MaskedMove &move, Value *on) {
    Value *place = builder.CreateSelect(on, move.place,
                                        nowhere(move.type(), move.alignment));
    if (!move.isLoad)
      return builder.CreateAlignedStore(move.value, place, move.alignment);
    Value *read = builder.CreateAlignedLoad(move.type(), place, move.alignment);
    return builder.CreateSelect(on, read, move.value);
  }

  Value *loadLanes(IRBuilder<> &builder, const MaskedMove &move) {
    Value *result = PoisonValue::get(move.type());
    Type *element = move.type()->getElementType();
    for (auto [lane, place] : enumerate(placesOfLanes(builder, move)))
      if (place)
        result = builder.CreateInsertElement(
            result,
            builder.CreateAlignedLoad(element, place, alignmentOf(move, lane)),
            uint64_t(lane));
    return builder.CreateSelect(move.mask, result, move.value);
  }

  Value *storeLanes(IRBuilder<> &builder, const MaskedMove &move) {
    for (auto [lane, place] : enumerate(placesOfLanes(builder, move)))
      if (place)
        builder.CreateAlignedStore(
            builder.CreateExtractElement(move.value, uint64_t(lane)), place,
            alignmentOf(move, lane));
    return nullptr;
  }

  /// A pointer for each lane: its own, or nowhere; null if it is always off.
  SmallVector<Value *> placesOfLanes(IRBuilder<> &builder,
                                     const MaskedMove &move) {
    unsigned lanes = move.type()->getNumElements();
    Type *element = move.type()->getElementType();
    Value *bits = builder.CreateBitCast(move.mask, builder.getIntNTy(lanes));
    SmallVector<Value *> places(lanes, nullptr);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (isAlwaysOff(move.mask, lane))
        continue;
      Value *own =
          move.isIndexed()
              ? builder.CreateExtractElement(move.place, uint64_t(lane))
              : builder.CreateConstGEP1_64(element, move.place, lane);
      Value *bit = builder.CreateAnd(bits, APInt::getOneBitSet(lanes, lane));
      places[lane] =
          builder.CreateSelect(builder.CreateIsNotNull(bit), own,
                               nowhere(element, alignmentOf(move, lane)));
    }
    return places;
  }

  BasicBlock &entry;
  DenseMap<Type *, AllocaInst *> places;
};

} // namespace

static std::optional<MaskedMove> matchMove(Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call)
    return std::nullopt;
  auto alignment = [&](unsigned argument) {
    return call->getParamAlign(argument).valueOrOne();
  };
  switch (call->getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return MaskedMove{call,
                      true,
                      call->getArgOperand(0),
                      call->getArgOperand(1),
                      call->getArgOperand(2),
                      alignment(0)};
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return MaskedMove{call,
                      false,
                      call->getArgOperand(1),
                      call->getArgOperand(2),
                      call->getArgOperand(0),
                      alignment(1)};
  default:
    return std::nullopt;
  }
}

static bool hasInstruction(const TargetTransformInfo &target,
                           const MaskedMove &move) {
  FixedVectorType *type = move.type();
  switch (move.call->getIntrinsicID()) {
  case Intrinsic::masked_load:
    return target.isLegalMaskedLoad(type, move.alignment, 0);
  case Intrinsic::masked_store:
    return target.isLegalMaskedStore(type, move.alignment, 0);
  case Intrinsic::masked_gather:
    return target.isLegalMaskedGather(type, move.alignment) &&
           !target.forceScalarizeMaskedGather(type, move.alignment);
  default:
    return target.isLegalMaskedScatter(type, move.alignment) &&
           !target.forceScalarizeMaskedScatter(type, move.alignment);
  }
}

/// Is part `part` of `lanes` lanes off, whatever the values of variables are?
static bool isPartOff(Value *mask, unsigned part, unsigned lanes) {
  return all_of(seq(part * lanes, (part + 1) * lanes),
                [&](unsigned lane) { return isAlwaysOff(mask, lane); });
}

/// Loads of the parts of `move`, of `lanes` lanes each, that may be on.
static void loadParts(const MaskedMove &move, unsigned lanes) {
  IRBuilder<> builder(move.call);
  Type *element = move.type()->getElementType();
  SmallVector<Value *> parts;
  for (unsigned part = 0, e = move.type()->getNumElements() / lanes; part < e;
       ++part) {
    SmallVector<int> lanesOfPart = createSequentialMask(part * lanes, lanes, 0);
    Value *pad = builder.CreateShuffleVector(move.value, lanesOfPart);
    if (isPartOff(move.mask, part, lanes)) {
      parts.push_back(pad);
      continue;
    }
    parts.push_back(builder.CreateMaskedLoad(
        pad->getType(),
        builder.CreateConstGEP1_64(element, move.place, part * lanes),
        alignmentOf(move, part * lanes),
        builder.CreateShuffleVector(move.mask, lanesOfPart), pad));
  }
  move.call->replaceAllUsesWith(concatenateVectors(builder, parts));
  move.call->eraseFromParent();
}

/// LLVM 22 reads a register's part of a masked load although all its lanes are
/// off, without AVX-512: the mask of that part, a constant once the vector is
/// split, is taken for one that is always on. So such parts are not loaded.
static void leaveOutPartsThatAreOff(Function &function,
                                    const TargetTransformInfo &target) {
  uint64_t bits =
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  for (Instruction &instruction :
       make_early_inc_range(instructions(function))) {
    std::optional<MaskedMove> move = matchMove(instruction);
    if (!move || !move->isLoad || move->isIndexed() ||
        !hasInstruction(target, *move))
      continue;
    unsigned all = move->type()->getNumElements();
    unsigned lanes = bits / move->type()->getScalarSizeInBits();
    if (lanes >= all || all % lanes != 0)
      continue;
    if (any_of(seq(0u, all / lanes), [&](unsigned part) {
          return isPartOff(move->mask, part, lanes);
        }))
      loadParts(*move, lanes);
  }
}

/// The only lane that is on, whatever the values of variables are.
static std::optional<unsigned> findOnlyLane(const MaskedMove &move) {
  auto *mask = dyn_cast<Constant>(move.mask);
  std::optional<unsigned> only;
  for (unsigned lane = 0, e = move.type()->getNumElements(); lane < e; ++lane) {
    Constant *bit = mask ? mask->getAggregateElement(lane) : nullptr;
    if (!bit || (only && !bit->isNullValue()))
      return std::nullopt;
    if (!bit->isNullValue())
      only = lane;
  }
  return only;
}

/// LLVM 22 stores the only lane of a truncated vector as wide as it was before,
/// with AVX-512 (llvm-project issue 179489): beyond its place. So that lane is
/// stored on its own.
static void storeOnlyLanes(Function &function) {
  for (Instruction &instruction :
       make_early_inc_range(instructions(function))) {
    std::optional<MaskedMove> move = matchMove(instruction);
    if (!move || move->isLoad || move->isIndexed())
      continue;
    std::optional<unsigned> lane = findOnlyLane(*move);
    if (!lane)
      continue;
    IRBuilder<> builder(&instruction);
    Type *element = move->type()->getElementType();
    Instruction *store = builder.CreateAlignedStore(
        builder.CreateExtractElement(move->value, uint64_t(*lane)),
        builder.CreateConstGEP1_64(element, move->place, *lane),
        alignmentOf(*move, *lane));
    store->copyMetadata(instruction);
    instruction.eraseFromParent();
  }
}

void neo::expandMaskedMoves(Module &module, TargetMachine &machine) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    TargetTransformInfo target = machine.getTargetTransformInfo(function);
    SmallVector<Instruction *> moves;
    for (Instruction &instruction : instructions(function))
      // LLVM needs no branches for lanes that are known.
      if (std::optional<MaskedMove> move = matchMove(instruction))
        if (!isa<Constant>(move->mask) && !hasInstruction(target, *move))
          moves.push_back(&instruction);
    leaveOutPartsThatAreOff(function, target);
    storeOnlyLanes(function);
    MoveExpander expander(function);
    for (Instruction *move : moves) // One may be the pad of the next.
      expander.expand(*matchMove(*move));
  }
}
