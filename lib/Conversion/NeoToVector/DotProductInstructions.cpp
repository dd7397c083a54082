//===- DotProductInstructions.cpp - Packed dot products -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DotProductInstructions.h"

#include "Neo/Dialect/PackedDotProduct.h"
#include "Neo/Schedule/ContiguousWords.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neo;

/// The intrinsic for a vector of packed words; empty if there is none.
static StringRef nameInstruction(WordParts parts, int64_t lanes,
                                 const InstructionSet &instructions) {
  bool isWhole = instructions.hasAVX512() && lanes == 16;
  switch (parts) {
  case WordParts::halves:
    return isWhole && instructions.pairProducts
               ? "llvm.x86.avx512bf16.dpbf16ps.512"
               : "";
  case WordParts::bytes:
    return isWhole && instructions.byteProducts ? "llvm.x86.avx512.vpdpbusd.512"
                                                : "";
  case WordParts::shorts:
    if (isWhole)
      return "llvm.x86.avx512.pmaddw.d.512";
    return instructions.hasShortProducts() && lanes == 8
               ? "llvm.x86.avx2.pmadd.wd"
               : "";
  }
  llvm_unreachable("words have one of these parts");
}

static Type typeOf(OpBuilder &b, WordParts parts) {
  if (parts == WordParts::halves)
    return b.getBF16Type();
  return b.getIntegerType(unsigned(32 / countParts(parts)));
}

Value neo::tryPackedDotProduct(TileState &state, Value accumulator,
                               IRMapping &values) {
  std::optional<PackedDotProduct> product =
      matchPackedDotProduct(state.nest.op);
  if (!product)
    return {};
  WordParts parts = product->parts;
  StringRef name =
      nameInstruction(parts, state.lanes, InstructionSet::of(state.nest.op));
  if (name.empty())
    return {};
  OpBuilder &b = state.b;
  auto type =
      VectorType::get({state.lanes * countParts(parts)}, typeOf(b, parts));
  auto takeApart = [&](Value word) -> Value {
    return vector::BitCastOp::create(b, state.loc, type, values.lookup(word));
  };
  SmallVector<Value> operands = {takeApart(product->first),
                                 takeApart(product->second)};
  // The instruction for i16 has no accumulator operand.
  bool adds = parts != WordParts::shorts;
  if (adds)
    operands.insert(operands.begin(), accumulator);
  Value sum = LLVM::CallIntrinsicOp::create(b, state.loc, accumulator.getType(),
                                            b.getStringAttr(name), operands)
                  .getResult(0);
  if (adds)
    return sum;
  return arith::AddIOp::create(b, state.loc, accumulator, sum);
}

Value neo::tryReadWords(TileState &state, ValueRange buffers,
                        const TilePoint &point) {
  if (!state.isWhole(point) || state.lanes == 1 || !buffers.front())
    return {};
  std::optional<WordForm> form = readWordsInPlace(state.nest, state.schedule);
  if (!form)
    return {};
  OpBuilder &b = state.b;
  const NestOperand &first = state.nest.operands.front();
  int64_t parts = state.nest.operands.size();
  Value from = state.index(first.access.expr, point.offsets);
  auto type =
      VectorType::get({state.lanes * parts}, first.type.getElementType());
  Value elements =
      vector::LoadOp::create(b, state.loc, type, buffers.front(), from);
  auto extended =
      VectorType::get(type.getShape(), b.getIntegerType(unsigned(32 / parts)));
  if (isa_and_nonnull<arith::ExtSIOp>(form->extension))
    elements = arith::ExtSIOp::create(b, state.loc, extended, elements);
  else if (form->extension)
    elements = arith::ExtUIOp::create(b, state.loc, extended, elements);
  Value words = vector::BitCastOp::create(
      b, state.loc, state.vectorOf(b.getI32Type()), elements);
  Value mask = state.splat(b.getI32IntegerAttr(int32_t(form->flipped)));
  return arith::XOrIOp::create(b, state.loc, words, mask);
}
