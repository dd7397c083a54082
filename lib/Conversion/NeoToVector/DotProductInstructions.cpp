//===- DotProductInstructions.cpp - Dot products by the word --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DotProductInstructions.h"

#include "Neo/Dialect/PackedDotProduct.h"
#include "Neo/Schedule/ContiguousWords.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neo;

/// The lanes of the instructions.
constexpr int64_t wholeVector = 16;

Value neo::tryPackedDotProduct(TileState &state, Value accumulator,
                               IRMapping &values) {
  if (state.lanes != wholeVector)
    return {};
  std::optional<PackedDotProduct> product =
      matchPackedDotProduct(state.nest.op);
  if (!product)
    return {};
  InstructionSet instructions = InstructionSet::of(state.nest.op);
  bool isBytes = product->isBytes;
  if (!(isBytes ? instructions.byteProducts : instructions.pairProducts))
    return {};
  OpBuilder &b = state.b;
  auto parts =
      VectorType::get({wholeVector * partsOfWord(isBytes)},
                      isBytes ? Type(b.getI8Type()) : Type(b.getBF16Type()));
  auto takeApart = [&](Value word) -> Value {
    return vector::BitCastOp::create(b, state.loc, parts, values.lookup(word));
  };
  Value first = takeApart(product->first), second = takeApart(product->second);
  auto name = b.getStringAttr(isBytes ? "llvm.x86.avx512.vpdpbusd.512"
                                      : "llvm.x86.avx512bf16.dpbf16ps.512");
  return LLVM::CallIntrinsicOp::create(b, state.loc, accumulator.getType(),
                                       name, {accumulator, first, second})
      .getResult(0);
}

Value neo::tryReadWords(TileState &state, ValueRange buffers,
                        const TilePoint &point) {
  int64_t flipped;
  if (!state.isWhole(point) || state.lanes == 1 ||
      !readsWordsInPlace(state.nest, state.schedule, flipped) ||
      !buffers.front())
    return {};
  OpBuilder &b = state.b;
  const NestOperand &first = state.nest.operands.front();
  int64_t parts = state.nest.operands.size();
  Value from = state.index(first.access.expr, point.offsets);
  auto type =
      VectorType::get({state.lanes * parts}, first.type.getElementType());
  Value elements =
      vector::LoadOp::create(b, state.loc, type, buffers.front(), from);
  Value words = vector::BitCastOp::create(
      b, state.loc, state.vectorOf(b.getI32Type()), elements);
  Value mask = state.splat(b.getI32IntegerAttr(int32_t(flipped)));
  return arith::XOrIOp::create(b, state.loc, words, mask);
}
