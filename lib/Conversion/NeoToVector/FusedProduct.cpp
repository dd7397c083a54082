//===- FusedProduct.cpp - Fused multiply-adds -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileBody.h"

#include "ShiftedTerms.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neo;

/// Is `factor` an operand whose lanes past the end of a reduction are loaded as
/// 0?
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

/// `factor` with 0 in the lanes past the end of the reduction. With two such
/// factors the fma needs no mask; a mask would lengthen the critical path
/// through the accumulator.
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

/// Is `accumulator` still the identity? Then the first step is a plain
/// multiplication, which has a destination register of its own, where an fma
/// would need a zeroed accumulator. The sign of a product that is 0 is kept.
static bool isEmptySum(Value accumulator) {
  auto constant = accumulator.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return false;
  auto all = dyn_cast<SplatElementsAttr>(constant.getValue());
  return all && all.getSplatValue<APFloat>().isPosZero();
}

/// A sum of products becomes fused multiply-adds; the product is not rounded to
/// f16 or bf16 first. Lanes without a term keep their accumulator by the mask
/// of the same instruction.
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
