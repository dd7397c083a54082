//===- LaneGuard.cpp - Guards as masks of vector loads --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LaneGuard.h"

#include "StridedRead.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

LaneGuard::LaneGuard(TileState &state, ArrayRef<NestCondition> conditions,
                     const TilePoint &point)
    : state(state), conditions(conditions), point(point),
      mask(evaluateGuard(state, conditions, point)) {}

std::optional<bool> neo::guardHolds(const TileState &state,
                                    const NestOperand &operand,
                                    const TilePoint &point, int64_t lane) {
  TilePoint alone{state.laneOffsets(point.offsets, lane), 1};
  if (llvm::all_of(operand.guard, [&](const NestCondition &condition) {
        return holdsAlways(state, condition, alone);
      }))
    return true;
  if (failsAlways(state, operand.guard, alone))
    return false;
  return std::nullopt;
}

GuardState LaneGuard::known() const {
  if (failsAlways(state, conditions, point))
    return GuardState::fails;
  return mask.always() ? GuardState::holds : GuardState::dynamic;
}

ReadMask LaneGuard::part(int64_t first, int64_t count) const {
  Value all = lanes().value();
  if (!all || count == state.lanes)
    return ReadMask(all);
  return ReadMask(vector::ExtractStridedSliceOp::create(
      state.b, state.loc, all, ArrayRef(first), ArrayRef(count),
      ArrayRef<int64_t>(1)));
}

ReadMask LaneGuard::among(ArrayRef<bool> lanes) const {
  return ReadMask(
      conjoin(state, this->lanes().value(), state.constantMask(lanes)));
}

ReadMask LaneGuard::commonAmong(ArrayRef<bool> lanes) const {
  return ReadMask(conjoin(state, toVectorMask(state, {mask.shared, {}}),
                          state.constantMask(lanes)));
}

ReadMask LaneGuard::any() const {
  if (!mask.lanes)
    return ReadMask(mask.shared);
  Value wanted = toVectorMask(state, {{}, mask.lanes}, point.validLanes);
  Value any = vector::ReductionOp::create(state.b, state.loc,
                                          vector::CombiningKind::OR, wanted);
  return ReadMask(conjoin(state, mask.shared, any));
}

/// Evaluates `condition` at the elements from `first` on, extended linearly to
/// the elements between lanes. Null if it contains a division, or if its values
/// are not known to fit 32 bits.
Value LaneGuard::compareElements(const NestCondition &condition,
                                 const StridedRange &range,
                                 int64_t first) const {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  unsigned loop = state.schedule.vector.front().loop;
  int64_t stride = range.stride, slope = condition.form.coefficients[loop];
  std::optional<AffineInterval> values =
      state.interval(condition.form, point.offsets, state.lanes);
  int64_t reach = std::abs(slope) * stride * (state.lanes + stride);
  if (condition.form.irregular[loop] || !values ||
      !llvm::isInt<30>(values->low * stride - reach) ||
      !llvm::isInt<30>(values->high * stride + reach))
    return {};
  SmallVector<int32_t> steps;
  for (int64_t element = first; element < first + state.lanes; ++element)
    steps.push_back(int32_t(slope * (element - range.phase)));
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

/// Spreads the mask `lanes` over the elements that the lanes select; off in
/// between.
Value LaneGuard::spread(Value lanes, const StridedRange &range,
                        int64_t first) const {
  SmallVector<int64_t> sources;
  for (int64_t element = first; element < first + state.lanes; ++element) {
    int64_t from = element - range.phase, lane = from / range.stride;
    bool isPicked = from >= 0 && from % range.stride == 0 &&
                    lane < point.validLanes && lane != range.missing;
    sources.push_back(isPicked ? lane : state.lanes);
  }
  Value off = state.constantMask(SmallVector<bool>(state.lanes, false));
  return vector::ShuffleOp::create(state.b, state.loc, lanes, off, sources);
}

Value LaneGuard::elementsWhere(const NestCondition &condition,
                               const StridedRange &range, int64_t first) const {
  if (Value holds = compareElements(condition, range, first))
    return holds;
  LaneMask own = evaluateGuard(state, condition, point);
  return own.lanes ? spread(own.lanes, range, first) : Value();
}

/// Mask of the elements of one part of a range that are in bounds; null if all
/// are.
static Value boundsOfPart(TileState &state, const StridedRange &range,
                          int64_t first) {
  SmallVector<bool> inside;
  for (int64_t element = first; element < first + state.lanes; ++element)
    inside.push_back(element >= range.first && element <= range.last);
  if (llvm::all_of(inside, [](bool is) { return is; }))
    return {};
  return state.constantMask(inside);
}

ReadMask LaneGuard::elements(const StridedRange &range, int64_t first) const {
  unsigned loop = state.schedule.vector.front().loop;
  Value all = boundsOfPart(state, range, first);
  if (mask.shared)
    all = conjoin(state, all,
                  toVectorMask(state, {mask.shared, {}}, state.lanes));
  for (const NestCondition &condition : conditions)
    if (condition.form.dependsOn(loop) && !holdsAlways(state, condition, point))
      all = conjoin(state, all, elementsWhere(condition, range, first));
  return ReadMask(all);
}
