//===- ExclusiveProducts.cpp - Products of all factors but one ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ExclusiveProducts.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// A tensor of all factors of the product; 1 where `where` excludes a factor.
static Value buildFactors(OpBuilder &builder, ComputeOp forward) {
  ComputeSpec spec = getSpecWithoutBody(forward);
  spec.type = RankedTensorType::get(forward.getExtents(),
                                    forward.getType().getElementType());
  spec.reductionExtents.clear();
  spec.kind = spec.where ? ReductionKind::prod : ReductionKind::none;
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBody(b, forward, arguments);
  };
  spec.body = body;
  return ComputeOp::create(builder, forward.getLoc(), spec);
}

namespace {
/// Operators over [x, f]: the output loops and the position of a factor.
class FactorScan {
public:
  FactorScan(OpBuilder &builder, ComputeOp forward)
      : b(builder), loc(forward.getLoc()), outputs(forward.getNumOutputLoops()),
        element(forward.getType().getElementType()) {
    for (int64_t extent : forward.getReductionExtents())
      count *= extent;
    SmallVector<int64_t> shape(forward.getType().getShape());
    shape.push_back(count);
    type = RankedTensorType::get(shape, element);
  }

  Value flatten(Value factors, ArrayRef<int64_t> extents);
  /// The products of all factors on one side: `step` is 1 for those before and
  /// -1 for those after.
  Value multiply(Value factors, int64_t step);

private:
  AffineExpr position() { return b.getAffineDimExpr(outputs); }
  OperandSpec read(Value value, ArrayRef<AffineExpr> last);
  OperandSpec readShifted(Value value, int64_t distance);
  Value emit(ArrayRef<OperandSpec> operands);

  OpBuilder &b;
  Location loc;
  unsigned outputs;
  Type element;
  int64_t count = 1;
  RankedTensorType type;
};
} // namespace

OperandSpec FactorScan::read(Value value, ArrayRef<AffineExpr> last) {
  SmallVector<AffineExpr> index;
  for (unsigned d = 0; d < outputs; ++d)
    index.push_back(b.getAffineDimExpr(d));
  llvm::append_range(index, last);
  return {value, AffineMap::get(outputs + 1, 0, index, b.getContext())};
}

/// The factor `distance` positions to the left, 1 where there is none.
OperandSpec FactorScan::readShifted(Value value, int64_t distance) {
  AffineExpr source = position() - distance;
  OperandSpec spec = read(value, source);
  AffineExpr inside = distance > 0 ? source : count - 1 - source;
  spec.guard = IntegerSet::get(outputs + 1, 0, inside, {false});
  spec.pad = b.getFloatAttr(element, 1.0);
  return spec;
}

/// An operator that copies one operand, or multiplies two.
Value FactorScan::emit(ArrayRef<OperandSpec> operands) {
  ComputeSpec spec;
  spec.operands.assign(operands.begin(), operands.end());
  spec.type = type;
  auto body = [&](OpBuilder &b, Location loc, ValueRange values) -> Value {
    if (values.size() == 1)
      return values[0];
    return arith::MulFOp::create(b, loc, values[0], values[1]);
  };
  spec.body = body;
  return ComputeOp::create(b, loc, spec);
}

Value FactorScan::flatten(Value factors, ArrayRef<int64_t> extents) {
  SmallVector<AffineExpr> index(extents.size());
  int64_t stride = 1;
  for (unsigned d = extents.size(); d-- > 0; stride *= extents[d])
    index[d] = position().floorDiv(stride) % extents[d];
  return emit(read(factors, index));
}

Value FactorScan::multiply(Value factors, int64_t step) {
  Value product = emit(readShifted(factors, step));
  for (int64_t known = 1; known < count - 1; known *= 2)
    product =
        emit({read(product, position()), readShifted(product, step * known)});
  return product;
}

/// The products of the factors on one side of each, over a batch of any size
/// (Batch.h): each computed separately, since the number of doubling steps is
/// dynamic.
static Value multiplyItems(OpBuilder &b, ComputeOp forward, Value factors,
                           int64_t step) {
  unsigned outputs = forward.getNumOutputLoops(), loops = outputs + 2;
  auto type = cast<RankedTensorType>(factors.getType());
  AffineExpr left = b.getAffineDimExpr(outputs),
             other = b.getAffineDimExpr(outputs + 1);
  SmallVector<AffineExpr> index;
  for (unsigned d = 0; d < outputs; ++d)
    index.push_back(b.getAffineDimExpr(d));
  index.push_back(other);
  ComputeSpec spec;
  spec.type = type;
  spec.kind = ReductionKind::prod;
  spec.reductionExtents.push_back(type.getShape().back());
  spec.operands.push_back(
      {factors, AffineMap::get(loops, 0, index, b.getContext())});
  AffineExpr beside = step > 0 ? left - other - 1 : other - left - 1;
  spec.where = IntegerSet::get(loops, 0, beside, {false});
  auto body = [](OpBuilder &, Location, ValueRange values) -> Value {
    return values[0];
  };
  spec.body = body;
  return ComputeOp::create(b, forward.getLoc(), spec);
}

ExclusiveProducts neo::buildExclusiveProducts(OpBuilder &builder,
                                              ComputeOp forward) {
  FactorScan scan(builder, forward);
  Value factors = buildFactors(builder, forward);
  std::optional<int64_t> batch = getBatch(forward);
  if (batch && forward.getReductionExtents() == ArrayRef(*batch))
    return {multiplyItems(builder, forward, factors, 1),
            multiplyItems(builder, forward, factors, -1)};
  if (forward.getNumReductionLoops() > 1)
    factors = scan.flatten(factors, forward.getReductionExtents());
  return {scan.multiply(factors, 1), scan.multiply(factors, -1)};
}
