//===- FusedProduct.cpp - Sums of products in one instruction -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileBody.h"

#include "MovedTerms.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neo;

/// Are the lanes past the end of a reduction read as 0 anyway?
bool TileBody::readsZeros(Value factor, const TilePoint &point) const {
  auto argument = dyn_cast<BlockArgument>(factor);
  if (!argument)
    return false;
  const NestOperand &operand = state.nest.operands[argument.getArgNumber()];
  Attribute zero = state.b.getZeroAttr(operand.type.getElementType());
  AccessPlan plan(state.nest, state.schedule, operand);
  return !supply && (!operand.pad || operand.pad == zero) &&
         readingPoint(state, operand, point).validLanes == point.validLanes &&
         (plan.isContiguous() || plan.layout() == LaneAccess::strided);
}

/// `factor` with 0 in the lanes past the end of the reduction. Two such factors
/// need no mask, which would be on the way from sum to sum.
Value TileBody::zeroPastEnd(Value factor, IRMapping &values,
                            const TilePoint &point) {
  Value value = values.lookup(factor);
  Value valid = toVectorMask(state, {}, point.validLanes);
  if (!valid || readsZeros(factor, point))
    return value;
  Value zero = state.splat(cast<TypedAttr>(
      state.b.getZeroAttr(getElementTypeOrSelf(value.getType()))));
  return arith::SelectOp::create(state.b, state.loc, valid, value, zero);
}

/// Is nothing summed in `accumulator` yet? Then it need not be added: a product
/// alone overwrites no factor, where a sum would overwrite a copy of one. Of
/// zeros the first then keeps its sign.
static bool isEmptySum(Value accumulator) {
  auto constant = accumulator.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return false;
  auto all = dyn_cast<SplatElementsAttr>(constant.getValue());
  return all && all.getSplatValue<APFloat>().isPosZero();
}

/// A product that is summed is one fused multiply-add, and is not rounded to a
/// half before. Lanes without a term keep their sum, under the mask of the same
/// instruction.
Value TileBody::tryFusedMultiplyAdd(Value accumulator, IRMapping &values,
                                    const TilePoint &point) {
  ComputeOp op = this->op();
  Value yielded = op.getYielded();
  auto rounded = yielded.getDefiningOp<arith::TruncFOp>();
  if (rounded && rounded.getIn().getType().isF32() && isHalf(yielded.getType()))
    yielded = rounded.getIn();
  auto product = yielded.getDefiningOp<arith::MulFOp>();
  if (op.getKind() != ReductionKind::sum || !product ||
      isHalf(product.getType()))
    return {};
  if (product.getType() != accumulatorType())
    return {};
  if (state.nest.where.empty() && state.schedule.reducesLanes(state.nest))
    return vector::FMAOp::create(
        state.b, state.loc, zeroPastEnd(product.getLhs(), values, point),
        zeroPastEnd(product.getRhs(), values, point), accumulator);
  Value a = values.lookup(product.getLhs()),
        b = values.lookup(product.getRhs());
  Value mask = lanesWithTerm(point);
  if (!mask && isEmptySum(accumulator))
    return arith::MulFOp::create(state.b, state.loc, a, b);
  Value sum = vector::FMAOp::create(state.b, state.loc, a, b, accumulator);
  if (!mask)
    return sum;
  return arith::SelectOp::create(state.b, state.loc, mask, sum, accumulator);
}
