//===- Cotangents.cpp - Accumulation of cotangents ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Cotangents.h"

#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Dialect/Role.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

Value neo::addUp(OpBuilder &b, Location loc, ValueRange values) {
  Value sum = values.front();
  for (Value value : values.drop_front())
    sum = arith::AddFOp::create(b, loc, sum, value);
  return sum;
}

/// A pointwise operator of `operands`, which adds up a gradient.
static Value
buildPointwise(OpBuilder &b, Location loc, RankedTensorType type,
               ValueRange operands,
               function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  ComputeSpec spec;
  spec.type = type;
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), b.getContext());
  for (Value operand : operands)
    spec.operands.push_back({operand, identity});
  spec.body = body;
  return ComputeOp::create(b, withRole(loc, summedGradientRole), spec);
}

Value Cotangents::take(Value value) {
  auto found = parts.find(value);
  if (found == parts.end())
    return {};
  if (found->second.size() == 1)
    return found->second.front();
  return buildPointwise(builder, value.getLoc(),
                        cast<RankedTensorType>(value.getType()), found->second,
                        addUp);
}

RankedTensorType neo::sumTypeOf(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(getSumElement(tensor.getElementType()));
}

Value neo::addWidened(OpBuilder &builder, Value sum, Value part) {
  auto add = [](OpBuilder &b, Location loc, ValueRange values) -> Value {
    Value wide = arith::ExtFOp::create(b, loc, values[0].getType(), values[1]);
    return arith::AddFOp::create(b, loc, values[0], wide);
  };
  return buildPointwise(builder, sum.getLoc(),
                        cast<RankedTensorType>(sum.getType()), {sum, part},
                        add);
}

Value neo::narrowSum(OpBuilder &builder, Value sum, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto narrow = [&](OpBuilder &b, Location loc, ValueRange values) -> Value {
    return arith::TruncFOp::create(b, loc, tensor.getElementType(), values[0]);
  };
  return buildPointwise(builder, sum.getLoc(), tensor, sum, narrow);
}

Value Cotangents::zeros(Value value) {
  return zeros(value.getLoc(), cast<RankedTensorType>(value.getType()));
}

Value Cotangents::zeros(Location loc, RankedTensorType type) {
  ComputeSpec spec;
  spec.type = type;
  auto body = [&](OpBuilder &b, Location loc, ValueRange) -> Value {
    return arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(b.getZeroAttr(spec.type.getElementType())));
  };
  spec.body = body;
  return ComputeOp::create(builder, loc, spec);
}
