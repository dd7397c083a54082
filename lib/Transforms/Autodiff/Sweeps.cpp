//===- Sweeps.cpp - Operators along a dimension of a tensor ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Sweeps.h"

#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

OperandSpec Sweeps::read(Value value, int64_t distance, double pad) {
  int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(dimension);
  unsigned rank = type.getRank();
  SmallVector<AffineExpr> index, inside;
  for (unsigned d = 0; d < rank; ++d)
    index.push_back(b.getAffineDimExpr(d));
  index[dimension] = index[dimension] + distance;
  if (distance < 0)
    inside.push_back(index[dimension]);
  if (count() + distance > size)
    inside.push_back(size - 1 - index[dimension]);
  OperandSpec spec = {value, AffineMap::get(rank, 0, index, b.getContext())};
  if (inside.empty())
    return spec;
  spec.guard =
      IntegerSet::get(rank, 0, inside, SmallVector<bool>(inside.size(), false));
  spec.pad = b.getFloatAttr(type.getElementType(), pad);
  return spec;
}

Value Sweeps::copy(const OperandSpec &operand) {
  return createRead(b, loc, operand, type);
}

Value Sweeps::multiply(const OperandSpec &x, const OperandSpec &y) {
  auto body = [](OpBuilder &b, Location loc, ValueRange v) -> Value {
    return arith::MulFOp::create(b, loc, v[0], v[1]);
  };
  return emit({x, y}, body);
}

Value Sweeps::multiplyAdd(const OperandSpec &added, const OperandSpec &x,
                          const OperandSpec &y) {
  auto body = [](OpBuilder &b, Location loc, ValueRange v) -> Value {
    Value product = arith::MulFOp::create(b, loc, v[1], v[2]);
    return arith::AddFOp::create(b, loc, v[0], product);
  };
  return emit({added, x, y}, body);
}

Value Sweeps::emit(
    ArrayRef<OperandSpec> operands,
    function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  ComputeSpec spec;
  spec.operands.assign(operands.begin(), operands.end());
  spec.type = type;
  spec.body = body;
  return ComputeOp::create(b, loc, spec);
}
