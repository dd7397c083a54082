//===- ExclusiveProducts.cpp - Products of all factors but one ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ExclusiveProducts.h"

#include "Sweeps.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/RebuildCompute.h"

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

/// Operators over [x, f]: the output loops and the position of a factor.
static Sweeps sweepFactors(OpBuilder &builder, ComputeOp forward) {
  int64_t count = 1;
  for (int64_t extent : forward.getReductionExtents())
    count *= extent;
  SmallVector<int64_t> shape(forward.getType().getShape());
  shape.push_back(count);
  return Sweeps(
      builder, forward.getLoc(),
      RankedTensorType::get(shape, forward.getType().getElementType()),
      forward.getNumOutputLoops());
}

/// The factors with one position in place of their reduction loops.
static Value flatten(OpBuilder &b, Sweeps &sweeps, ComputeOp forward,
                     Value factors) {
  unsigned outputs = forward.getNumOutputLoops();
  AffineExpr position = b.getAffineDimExpr(outputs);
  ArrayRef<int64_t> extents = forward.getReductionExtents();
  SmallVector<AffineExpr> index;
  for (unsigned d = 0; d < outputs; ++d)
    index.push_back(b.getAffineDimExpr(d));
  index.append(extents.size(), {});
  int64_t stride = 1;
  for (unsigned d = extents.size(); d-- > 0; stride *= extents[d])
    index[outputs + d] = position.floorDiv(stride) % extents[d];
  return sweeps.copy(
      {factors, AffineMap::get(outputs + 1, 0, index, b.getContext())});
}

/// The products of all factors on one side: `step` is 1 for those before and -1
/// for those after.
static Value multiplySide(Sweeps &sweeps, Value factors, int64_t step) {
  Value product = sweeps.copy(sweeps.read(factors, -step, 1));
  for (int64_t known = 1; known < sweeps.count() - 1; known *= 2)
    product = sweeps.multiply(sweeps.read(product),
                              sweeps.read(product, -step * known, 1));
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
  Sweeps sweeps = sweepFactors(builder, forward);
  Value factors = buildFactors(builder, forward);
  std::optional<int64_t> batch = getBatch(forward);
  if (batch && forward.getReductionExtents() == ArrayRef(*batch))
    return {multiplyItems(builder, forward, factors, 1),
            multiplyItems(builder, forward, factors, -1)};
  if (forward.getNumReductionLoops() > 1)
    factors = flatten(builder, sweeps, forward, factors);
  return {multiplySide(sweeps, factors, 1), multiplySide(sweeps, factors, -1)};
}
