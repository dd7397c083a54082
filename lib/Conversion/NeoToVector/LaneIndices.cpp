//===- LaneIndices.cpp - Indices that lanes divide ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LaneIndices.h"

#include "Neo/Conversion/SmallDivision.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// The values of `expr` in all lanes, those past the end of their loops, too.
static std::optional<AffineInterval>
findRange(const TileState &state, AffineExpr expr, ArrayRef<int64_t> offsets) {
  SmallVector<int64_t> low, high;
  for (auto [loop, offset] : llvm::enumerate(offsets)) {
    if (state.nest.loops[loop].isBatch && expr.isFunctionOfDim(loop))
      return std::nullopt;
    low.push_back(state.ranges[loop].low + offset);
    high.push_back(state.ranges[loop].high + offset +
                   state.schedule.lanesOf(loop) - 1);
  }
  return getInterval(expr, low, high);
}

/// Quotient or remainder of `lhs`, which is `value`.
static Value divide(TileState &state, AffineExprKind kind, AffineExpr lhs,
                    Value value, int64_t divisor, ArrayRef<int64_t> offsets) {
  OpBuilder &b = state.b;
  std::optional<AffineInterval> range = findRange(state, lhs, offsets);
  Value quotient =
      range ? divideSmall(b, state.loc, value, *range, divisor) : Value();
  if (!quotient || kind == AffineExprKind::FloorDiv)
    return quotient;
  Value whole = arith::MulIOp::create(b, state.loc, quotient,
                                      state.splat(b.getIndexAttr(divisor)));
  return arith::SubIOp::create(b, state.loc, value, whole);
}

Value neo::divideLanes(TileState &state, AffineExpr expr,
                       ArrayRef<int64_t> offsets) {
  LinearForm form = LinearForm::get(expr, offsets.size());
  if (!getLaneOffsets(form, state.schedule).empty())
    return state.indexVector(form, offsets);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  if (binary.getKind() == AffineExprKind::CeilDiv)
    return {};
  Value left = divideLanes(state, lhs, offsets);
  if (!left)
    return {};
  OpBuilder &b = state.b;
  if (binary.getKind() == AffineExprKind::Add) {
    Value right = divideLanes(state, rhs, offsets);
    return right ? arith::AddIOp::create(b, state.loc, left, right) : right;
  }
  int64_t constant = cast<AffineConstantExpr>(rhs).getValue();
  if (binary.getKind() == AffineExprKind::Mul)
    return arith::MulIOp::create(b, state.loc, left,
                                 state.splat(b.getIndexAttr(constant)));
  return divide(state, binary.getKind(), lhs, left, constant, offsets);
}
