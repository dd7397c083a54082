//===- GuardedBuffer.cpp - Masked loads of an operand ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GuardedBuffer.h"

using namespace mlir;
using namespace neo;

TypedAttr neo::getPad(const NestOperand &operand) {
  Type element = operand.type.getElementType();
  if (operand.pad)
    return operand.pad;
  return cast<TypedAttr>(Builder(element.getContext()).getZeroAttr(element));
}

Type GuardedBuffer::elementType() const {
  return storageType(operand.type.getElementType());
}

Value GuardedBuffer::padding(Type type) {
  TypedAttr value = getPad(operand);
  if (value.getType().isInteger(1))
    value = state.b.getI8IntegerAttr(cast<IntegerAttr>(value).getValue() != 0);
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(value));
  return arith::ConstantOp::create(state.b, state.loc, value);
}

Value GuardedBuffer::load(Value from, int64_t count, ReadMask mask,
                          Value others) {
  auto type = VectorType::get({count}, elementType());
  if (!mask.value())
    return vector::LoadOp::create(state.b, state.loc, type, buffer, from);
  return vector::MaskedLoadOp::create(state.b, state.loc, type, buffer, from,
                                      mask.value(),
                                      others ? others : padding(type));
}

Value GuardedBuffer::loadOne(Value from, ReadMask mask) {
  if (mask.value())
    from = arith::SelectOp::create(state.b, state.loc, mask.value(), from,
                                   state.constantIndex(0));
  return padBeside(mask, memref::LoadOp::create(state.b, state.loc, buffer,
                                                ValueRange(from)));
}

Value GuardedBuffer::loadEach(Value places,
                              llvm::function_ref<bool(int64_t)> isInside,
                              ReadMask mask) {
  places = arith::SelectOp::create(state.b, state.loc, mask.value(), places,
                                   state.splat(state.b.getIndexAttr(0)));
  SmallVector<Value> values(state.lanes, padding(elementType()));
  for (int64_t lane = 0; lane < state.lanes; ++lane)
    if (isInside(lane)) {
      Value place = vector::ExtractOp::create(state.b, state.loc, places, lane);
      values[lane] =
          memref::LoadOp::create(state.b, state.loc, buffer, ValueRange(place));
    }
  Value all =
      vector::FromElementsOp::create(state.b, state.loc, vectorType(), values);
  return padBeside(mask, all);
}

Value GuardedBuffer::padBeside(ReadMask mask, Value all) {
  if (!mask.value())
    return all;
  return arith::SelectOp::create(state.b, state.loc, mask.value(), all,
                                 padding(all.getType()));
}

Value GuardedBuffer::fromStorage(Value value) {
  if (!operand.type.getElementType().isInteger(1))
    return value;
  Value zero = arith::ConstantOp::create(
      state.b, state.loc,
      cast<TypedAttr>(state.b.getZeroAttr(value.getType())));
  return arith::CmpIOp::create(state.b, state.loc, arith::CmpIPredicate::ne,
                               value, zero);
}
