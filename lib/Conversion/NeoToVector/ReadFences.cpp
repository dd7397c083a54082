//===- ReadFences.cpp - Compiler barriers for loads -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// LLVM's scheduler hoists loads to hide their latency, before it knows register
// pressure. A tile whose accumulators fill the registers cannot afford that:
// twelve accumulators of a tile of 4 x 3, the three elements that they share
// and a vector of weights take all sixteen registers of AVX2; one early load
// spills an accumulator, whose next fma then waits for the reload.
//
// Empty inline assembly that clobbers memory is a compiler barrier for loads.
// Arithmetic is no memory access and may still sink below it; so the assembly
// takes an accumulator as an operand and returns it in the same register, which
// orders the arithmetic, too. No instruction is emitted: the processor reorders
// as usual.
//
//===----------------------------------------------------------------------===//

#include "TileState.h"

#include "Neo/Dialect/InstructionSet.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace neo;

/// Empty assembly as a compiler barrier for loads. If there is a type `result`,
/// it returns `given`.
static LLVM::InlineAsmOp makeFence(OpBuilder &b, Location loc, Type result,
                                   ValueRange given, const Twine &constraints) {
  return LLVM::InlineAsmOp::create(
      b, loc, result, given, /*asm_string=*/"",
      /*constraints=*/(constraints + "~{memory}").str(),
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
      ArrayAttr());
}

Value TileState::opaque(int64_t value) {
  Value number = arith::ConstantIntOp::create(b, loc, b.getI64Type(), value);
  auto hidden = makeFence(b, loc, b.getI64Type(), number, "=r,0,");
  return arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                    hidden.getResult(0));
}

void TileState::emitLoadBarrier() { makeFence(b, loc, Type(), {}, ""); }

/// The constraint of inline assembly for a vector register; empty if `type`
/// does not fill one.
static StringRef getRegisterConstraint(Operation *place, Type type) {
  InstructionSet machine = InstructionSet::of(place);
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || !isa<Float32Type, Float64Type>(vector.getElementType()) ||
      vector.getNumElements() * vector.getElementTypeBitWidth() !=
          8 * machine.vectorBytes())
    return "";
  switch (machine.family) {
  case InstructionSet::Family::avx512:
  case InstructionSet::Family::avx2:
    return "v";
  case InstructionSet::Family::neon:
    return "w";
  case InstructionSet::Family::other:
    return "";
  }
  llvm_unreachable("a family");
}

Value TileState::emitLoadBarrier(Value done) {
  StringRef letter = getRegisterConstraint(b.getInsertionBlock()->getParentOp(),
                                           done.getType());
  if (!letter.empty())
    return makeFence(b, loc, done.getType(), done, "=" + letter + ",0,")
        .getResult(0);
  emitLoadBarrier();
  return done;
}
