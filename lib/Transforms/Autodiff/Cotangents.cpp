//===- Cotangents.cpp - Accumulation of cotangents ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Cotangents.h"

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

Value Cotangents::take(Value value) {
  auto found = parts.find(value);
  if (found == parts.end())
    return {};
  if (found->second.size() == 1)
    return found->second.front();
  ComputeSpec spec;
  spec.type = cast<RankedTensorType>(value.getType());
  AffineMap identity = AffineMap::getMultiDimIdentityMap(spec.type.getRank(),
                                                         builder.getContext());
  for (Value part : found->second)
    spec.operands.push_back({part, identity});
  spec.body = addUp;
  return ComputeOp::create(builder,
                           withRole(value.getLoc(), summedGradientRole), spec);
}

Value Cotangents::zeros(Value value) {
  ComputeSpec spec;
  spec.type = cast<RankedTensorType>(value.getType());
  auto body = [&](OpBuilder &b, Location loc, ValueRange) -> Value {
    return arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(b.getZeroAttr(spec.type.getElementType())));
  };
  spec.body = body;
  return ComputeOp::create(builder, value.getLoc(), spec);
}
