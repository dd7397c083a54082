//===- HalfRoundings.cpp - bf16 on processors without it ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "HalfRoundings.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// `element`, as many times as `type` has elements.
static Type *withElement(Type *type, Type *element) {
  if (auto *vector = dyn_cast<VectorType>(type))
    return VectorType::get(element, vector->getElementCount());
  return element;
}

static bool isHalf(Type *type) { return type->getScalarType()->isBFloatTy(); }

/// Whether `call` computes on bf16 alone, as maxima, roots and fused products
/// do: intrinsics that are named by their one type.
static bool isHalfIntrinsic(const IntrinsicInst &call) {
  return isHalf(call.getType()) && !call.mayReadOrWriteMemory() &&
         Intrinsic::isOverloaded(call.getIntrinsicID()) &&
         all_of(call.args(), [&](const Use &argument) {
           return argument->getType() == call.getType();
         });
}

static bool computesHalves(const Instruction &instruction) {
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return isHalfIntrinsic(*call);
  return isa<BinaryOperator>(instruction) && isHalf(instruction.getType());
}

static void replace(Instruction &instruction, Value *value) {
  instruction.replaceAllUsesWith(value);
  instruction.eraseFromParent();
}

/// What computes bf16 computes f32, which is rounded.
static void computeSingles(Instruction &halves) {
  IRBuilder<> builder(&halves);
  Type *single = withElement(halves.getType(), builder.getFloatTy());
  SmallVector<Value *> operands;
  for (Value *operand : halves.operand_values())
    if (isHalf(operand->getType())) // And not the function that is called.
      operands.push_back(builder.CreateFPExt(operand, single));
  Value *result;
  if (auto *call = dyn_cast<IntrinsicInst>(&halves))
    result = builder.CreateIntrinsic(call->getIntrinsicID(), {single}, operands,
                                     FMFSource(call));
  else
    result = builder.CreateBinOpFMF(
        cast<BinaryOperator>(halves).getOpcode(), operands[0], operands[1],
        isa<FPMathOperator>(halves) ? FMFSource(&halves) : FMFSource());
  replace(halves, builder.CreateFPTrunc(result, halves.getType()));
}

/// The f32 that rounds as the f64 does, which `rounding` takes.
static void roundToOdd(Instruction &rounding) {
  IRBuilder<> builder(&rounding);
  Value *value = rounding.getOperand(0);
  Type *single = withElement(value->getType(), builder.getFloatTy());
  Type *word = withElement(value->getType(), builder.getInt32Ty());
  Value *nearest = builder.CreateFPTrunc(value, single);
  Value *back = builder.CreateFPExt(nearest, value->getType());
  Value *size = builder.CreateUnaryIntrinsic(Intrinsic::fabs, back);
  Value *wanted = builder.CreateUnaryIntrinsic(Intrinsic::fabs, value);
  Value *infinity = ConstantFP::getInfinity(value->getType());
  Value *isInexact = builder.CreateAnd(builder.CreateFCmpONE(back, value),
                                       builder.CreateFCmpONE(size, infinity));
  Value *bits = builder.CreateBitCast(nearest, word);
  Value *isBeyond =
      builder.CreateZExt(builder.CreateFCmpOGT(size, wanted), word);
  Value *odd = builder.CreateOr(builder.CreateSub(bits, isBeyond),
                                ConstantInt::get(word, 1));
  Value *kept = builder.CreateSelect(isInexact, odd, bits);
  rounding.setOperand(0, builder.CreateBitCast(kept, single));
}

/// Half an ulp added to the bits, and ties to even.
static void roundBits(Instruction &rounding) {
  IRBuilder<> builder(&rounding);
  Value *value = rounding.getOperand(0);
  Type *word = withElement(value->getType(), builder.getInt32Ty());
  Type *half = withElement(value->getType(), builder.getInt16Ty());
  auto constant = [&](uint64_t bits) { return ConstantInt::get(word, bits); };
  Value *bits = builder.CreateBitCast(value, word);
  Value *top = builder.CreateLShr(bits, constant(16));
  Value *lastKept = builder.CreateAnd(top, constant(1));
  Value *up =
      builder.CreateAdd(builder.CreateAdd(bits, constant(0x7fff)), lastKept);
  Value *rounded = builder.CreateLShr(up, constant(16));
  Value *quiet = builder.CreateOr(top, constant(0x40));
  Value *isNaN = builder.CreateFCmpUNO(value, value);
  Value *kept =
      builder.CreateTrunc(builder.CreateSelect(isNaN, quiet, rounded), half);
  replace(rounding, builder.CreateBitCast(kept, rounding.getType()));
}

static bool roundsToHalf(const Instruction &instruction) {
  return isa<FPTruncInst>(instruction) && isHalf(instruction.getType());
}

static bool roundsDoubleToHalf(const Instruction &instruction) {
  return roundsToHalf(instruction) &&
         instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy();
}

/// The instructions of `module` for which `test` holds, before any changes.
template <typename Test>
static SmallVector<Instruction *> collect(Module &module, Test test) {
  SmallVector<Instruction *> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (test(instruction))
        found.push_back(&instruction);
  return found;
}

void neo::expandHalfRoundings(Module &module, bool hasInstruction) {
  for (Instruction *rounding : collect(module, roundsDoubleToHalf))
    roundToOdd(*rounding);
  if (hasInstruction)
    return;
  for (Instruction *halves : collect(module, computesHalves))
    computeSingles(*halves);
  for (Instruction *rounding : collect(module, roundsToHalf))
    roundBits(*rounding);
}
