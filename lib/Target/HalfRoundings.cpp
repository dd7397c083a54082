//===- HalfRoundings.cpp - bf16 on processors without it ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "HalfRoundings.h"
#include "HalfTypes.h"

#include "Neo/Dialect/Strict.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace neo;

/// Intrinsics that are named by the type of their last argument, and none that
/// only moves.
static bool isHalfIntrinsic(const IntrinsicInst &call) {
  if (call.mayReadOrWriteMemory() || call.arg_empty() ||
      !Intrinsic::isOverloaded(call.getIntrinsicID()))
    return false;
  return isHalf(call.getType()) && all_of(call.args(), [](const Use &argument) {
           return isHalf(argument->getType());
         });
}

static bool computesHalves(const Instruction &instruction) {
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return isHalfIntrinsic(*call);
  if (isa<FCmpInst, FPToSIInst, FPToUIInst>(instruction))
    return isHalf(instruction.getOperand(0)->getType());
  return isa<BinaryOperator, UnaryOperator, SIToFPInst, UIToFPInst>(
             instruction) &&
         isHalf(instruction.getType());
}

/// Whether what computes f32 of bf16 gives what is a bf16 as it stands.
static bool isExact(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call)
    return isa<UnaryOperator>(instruction); // A negation.
  switch (call->getIntrinsicID()) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::maximum:
  case Intrinsic::minimum:
  case Intrinsic::maxnum:
  case Intrinsic::minnum:
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fminimum:
    return true;
  default:
    return false;
  }
}

static void replace(Instruction &instruction, Value *value) {
  instruction.replaceAllUsesWith(value);
  instruction.eraseFromParent();
}

/// `compute` on operands of f32; what gave bf16 gives f32.
static Value *buildSingle(IRBuilder<> &builder, Instruction &compute) {
  auto singleLike = [&](Type *type) {
    return isHalf(type) ? withElement(type, builder.getFloatTy()) : type;
  };
  SmallVector<Value *> operands;
  for (Value *operand : compute.operand_values())
    operands.push_back(
        isHalf(operand->getType())
            ? builder.CreateFPExt(operand, singleLike(operand->getType()))
            : operand);
  if (auto *call = dyn_cast<IntrinsicInst>(&compute)) {
    operands.pop_back(); // The function that is called.
    return builder.CreateIntrinsic(call->getIntrinsicID(),
                                   {operands.back()->getType()}, operands,
                                   FMFSource(call));
  }
  FMFSource flags = isa<FPMathOperator>(compute) ? &compute : FMFSource();
  if (auto *compare = dyn_cast<FCmpInst>(&compute))
    return builder.CreateFCmpFMF(compare->getPredicate(), operands[0],
                                 operands[1], flags);
  if (auto *cast = dyn_cast<CastInst>(&compute))
    return builder.CreateCast(cast->getOpcode(), operands[0],
                              singleLike(cast->getType()));
  if (isa<UnaryOperator>(compute))
    return builder.CreateFNegFMF(operands[0], flags);
  return builder.CreateBinOpFMF(cast<BinaryOperator>(compute).getOpcode(),
                                operands[0], operands[1], flags);
}

static Value *upperHalf(IRBuilder<> &builder, Value *single, Type *type) {
  Value *bits =
      builder.CreateBitCast(single, withElement(type, builder.getInt32Ty()));
  Value *upper = builder.CreateTrunc(builder.CreateLShr(bits, 16),
                                     withElement(type, builder.getInt16Ty()));
  return builder.CreateBitCast(upper, type);
}

/// What computes bf16 computes f32, which is rounded where it has to be.
static void computeSingles(Instruction &compute) {
  IRBuilder<> builder(&compute);
  Value *single = buildSingle(builder, compute);
  Type *type = compute.getType();
  if (!isHalf(type))
    replace(compute, single);
  else if (isExact(compute))
    replace(compute, upperHalf(builder, single, type));
  else
    replace(compute, builder.CreateFPTrunc(single, type));
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

static bool roundsDouble(const Instruction &instruction) {
  return isa<FPTruncInst>(instruction) &&
         instruction.getOperand(0)->getType()->isFPOrFPVectorTy() &&
         instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy();
}

/// To bf16, or to f16 where only f32 has an instruction for it.
static bool roundsDoubleTwice(const Instruction &instruction) {
  Type *type = instruction.getType();
  bool isX86 = instruction.getModule()->getTargetTriple().isX86();
  return roundsDouble(instruction) &&
         (isHalf(type) || (isX86 && type->getScalarType()->isHalfTy()));
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
  for (Instruction *rounding : collect(module, roundsDoubleTwice))
    roundToOdd(*rounding);
  for (Instruction *compute : collect(module, computesHalves))
    computeSingles(*compute);
  for (Instruction *rounding : collect(module, roundsToHalf))
    if (!hasInstruction ||
        rounding->getFunction()->hasFnAttribute(strictFunction))
      roundBits(*rounding);
}
