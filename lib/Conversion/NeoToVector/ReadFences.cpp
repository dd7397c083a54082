//===- ReadFences.cpp - What LLVM may not read early ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// LLVM's scheduler moves loads up, to hide their latency, and counts registers
// afterwards. A tile whose accumulators fill them cannot afford that: twelve
// sums of a tile of 4 x 3, the three elements that they share and a vector of
// weights are the sixteen registers of AVX2, and one load that comes early
// spills an accumulator, whose next sum then waits for the store.
//
// Empty inline assembly that clobbers memory keeps reads in order, among each
// other. A sum is no access to memory, and may still be late; assembly that
// takes a sum and gives it back, in the same register, is not. It executes
// nothing: the processor reorders as it likes.
//
//===----------------------------------------------------------------------===//

#include "TileState.h"

#include "Neo/Dialect/InstructionSet.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace neo;

/// Assembly without instructions, behind which reads stay. Of type `result`, if
/// there is one, it gives `given` back.
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

void TileState::keepReadsBehind() { makeFence(b, loc, Type(), {}, ""); }

/// The constraint of inline assembly for a register of vectors; none for what
/// is no whole register of numbers.
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

Value TileState::keepReadsBehind(Value done) {
  StringRef letter = getRegisterConstraint(b.getInsertionBlock()->getParentOp(),
                                           done.getType());
  if (!letter.empty())
    return makeFence(b, loc, done.getType(), done, "=" + letter + ",0,")
        .getResult(0);
  keepReadsBehind();
  return done;
}
