//===- StridedRead.cpp - Every s-th element of a range --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StridedRead.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Does `condition` hold at each of the elements from `first` on? Null if its
/// numbers are not known to fit 32 bits.
static Value evaluateBetween(TileState &state, const NestCondition &condition,
                             const TilePoint &point, int64_t stride,
                             int64_t first) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  int64_t slope =
      condition.form.coefficients[state.schedule.vector.front().loop];
  std::optional<AffineInterval> range =
      state.interval(condition.form, point.offsets, state.lanes);
  int64_t reach = std::abs(slope) * stride * (state.lanes + 1);
  if (!range || !llvm::isInt<30>(range->low * stride - reach) ||
      !llvm::isInt<30>(range->high * stride + reach))
    return {};
  SmallVector<int32_t> steps;
  for (int64_t element = first; element < first + state.lanes; ++element)
    steps.push_back(int32_t(slope * element));
  VectorType type = state.vectorOf(b.getI32Type());
  Value start = arith::MulIOp::create(
      b, loc, state.index(condition.form.expr, point.offsets),
      state.constantIndex(stride));
  start = arith::IndexCastOp::create(b, loc, b.getI32Type(), start);
  Value value = arith::AddIOp::create(
      b, loc, vector::BroadcastOp::create(b, loc, type, start),
      arith::ConstantOp::create(b, loc,
                                DenseElementsAttr::get(type, ArrayRef(steps))));
  auto predicate = condition.isEquality ? arith::CmpIPredicate::eq
                                        : arith::CmpIPredicate::sge;
  return arith::CmpIOp::create(b, loc, predicate, value,
                               state.splat(b.getI32IntegerAttr(0)));
}

/// The mask of one part, whose elements begin at `first`.
static std::optional<Value> maskOfPart(TileState &state,
                                       ArrayRef<NestCondition> guard,
                                       Value shared, const TilePoint &point,
                                       int64_t stride, int64_t first) {
  unsigned loop = state.schedule.vector.front().loop;
  int64_t left = (point.validLanes - 1) * stride + 1 - first;
  Value mask = toVectorMask(state, {shared, {}},
                            std::clamp<int64_t>(left, 0, state.lanes));
  for (const NestCondition &condition : guard) {
    if (!condition.form.dependsOn(loop) || holdsAlways(state, condition, point))
      continue;
    Value holds = evaluateBetween(state, condition, point, stride, first);
    if (!holds)
      return std::nullopt;
    mask = conjoin(state, mask, holds);
  }
  return mask;
}

std::optional<SmallVector<Value>>
neo::stridedMasks(TileState &state, ArrayRef<NestCondition> guard, Value shared,
                  const TilePoint &point, int64_t stride) {
  SmallVector<Value> masks;
  for (int64_t part = 0; part < stride; ++part) {
    std::optional<Value> mask =
        maskOfPart(state, guard, shared, point, stride, part * state.lanes);
    if (!mask)
      return std::nullopt;
    masks.push_back(*mask);
  }
  return masks;
}

Value neo::pickStrided(TileState &state, ArrayRef<Value> parts) {
  int64_t lanes = state.lanes, stride = parts.size();
  Value picked = parts.front();
  for (int64_t part = 1; part < stride; ++part) {
    SmallVector<int64_t> mask;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t element = lane * stride, from = element / lanes;
      // The first part still has its elements where they were read.
      int64_t before = part == 1 && from == 0 ? element : lane;
      mask.push_back(from == part ? lanes + element % lanes : before);
    }
    picked = vector::ShuffleOp::create(state.b, state.loc, picked, parts[part],
                                       mask);
  }
  return picked;
}
