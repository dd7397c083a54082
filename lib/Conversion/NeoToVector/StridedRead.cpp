//===- StridedRead.cpp - Every s-th element of a range --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StridedRead.h"

#include "Neo/Schedule/PlacedLanes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// What is known of where the access is: all but the origins of loops that
/// run.
static int64_t knownPart(const TileState &state, const LinearForm &access,
                         const TilePoint &point) {
  int64_t known = access.constant().value_or(0);
  for (auto [loop, coefficient] : llvm::enumerate(access.coefficients)) {
    const AffineInterval &range = state.ranges[loop];
    int64_t origin = range.low == range.high ? range.low : 0;
    known += coefficient * (origin + point.offsets[loop]);
  }
  return known;
}

/// The place of every tap of the window that `point` reads one tap of, beside
/// each other: written-out steps that move less than `stride`. Just the one
/// where there is no such loop, or not one alone.
static SmallVector<int64_t> placesOfTaps(const TileState &state,
                                         const LinearForm &access,
                                         const TilePoint &point,
                                         int64_t stride) {
  int64_t known = knownPart(state, access, point);
  std::optional<unsigned> taps;
  for (auto [loop, coefficient] : llvm::enumerate(access.coefficients)) {
    if (state.schedule.lanesOf(loop) > 1 || std::abs(coefficient) >= stride ||
        coefficient == 0 || state.nest.loops[loop].extent > 2 * stride)
      continue;
    if (taps || !isKnown(state.nest, state.schedule, loop))
      return {known};
    taps = loop;
  }
  if (!taps)
    return {known};
  int64_t pitch = access.coefficients[*taps];
  int64_t here = state.ranges[*taps].low + point.offsets[*taps];
  SmallVector<int64_t> places;
  for (int64_t tap = 0; tap < state.nest.loops[*taps].extent; ++tap)
    places.push_back(known + (tap - here) * pitch);
  return places;
}

/// The multiple of `stride` from which a range holds most of `places`.
static int64_t bestStart(ArrayRef<int64_t> places, int64_t stride) {
  auto startOf = [&](int64_t place) {
    return place - llvm::mod(place, stride);
  };
  int64_t best = 0, most = 0;
  for (int64_t place : places) {
    int64_t start = startOf(place);
    int64_t held = llvm::count_if(
        places, [&](int64_t other) { return startOf(other) == start; });
    if (held > most)
      most = held, best = start;
  }
  return best;
}

/// Lets the range begin where that of most taps does, if one lane at most is
/// outside, of which is known whether it counts.
static void shareStart(const TileState &state, const NestOperand &operand,
                       const TilePoint &point, StridedRange &range) {
  // Taps that were moved begin at such a multiple by themselves.
  if (point.moved != 0)
    return;
  int64_t stride = range.stride;
  SmallVector<int64_t> places =
      placesOfTaps(state, operand.access, point, stride);
  int64_t phase =
      knownPart(state, operand.access, point) - bestStart(places, stride);
  if (phase == range.phase || phase < -stride || phase >= 2 * stride)
    return;
  int64_t lane = phase < 0 ? 0 : point.validLanes - 1;
  TilePoint alone{state.laneOffsets(point.offsets, lane), 1};
  bool isInside = llvm::all_of(operand.guard, [&](const NestCondition &bound) {
    return holdsAlways(state, bound, alone);
  });
  if (!isInside && !failsAlways(state, operand.guard, alone))
    return;
  range.phase = phase;
  range.missing = lane;
}

StridedRange neo::findStridedRange(const TileState &state,
                                   const NestOperand &operand,
                                   const TilePoint &point, int64_t stride) {
  StridedRange range{stride, 0, point.validLanes, 0, 0};
  range.phase = llvm::mod(knownPart(state, operand.access, point), stride);
  shareStart(state, operand, point, range);
  int64_t end = range.phase + (point.validLanes - 1) * stride + 1;
  range.first = std::max<int64_t>(range.phase, 0);
  int64_t whole = point.validLanes * stride;
  range.last = std::min(end, whole) - 1;
  std::optional<AffineInterval> all =
      state.interval(operand.access, point.offsets, point.validLanes);
  if (!all)
    return range;
  if (all->low >= range.phase)
    range.first = 0;
  if (all->high + whole - end < operand.type.getNumElements())
    range.last = whole - 1;
  return range;
}

/// Does `condition` hold at each of the elements from `first` on? Null if its
/// numbers are not known to fit 32 bits.
static Value evaluateBetween(TileState &state, const NestCondition &condition,
                             const TilePoint &point,
                             const StridedRange &elements, int64_t first) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  int64_t stride = elements.stride,
          slope =
              condition.form.coefficients[state.schedule.vector.front().loop];
  std::optional<AffineInterval> range =
      state.interval(condition.form, point.offsets, state.lanes);
  int64_t reach = std::abs(slope) * stride * (state.lanes + stride);
  if (!range || !llvm::isInt<30>(range->low * stride - reach) ||
      !llvm::isInt<30>(range->high * stride + reach))
    return {};
  SmallVector<int32_t> steps;
  for (int64_t element = first; element < first + state.lanes; ++element)
    steps.push_back(int32_t(slope * (element - elements.phase)));
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

/// The elements of one part that bounds let through; null if all.
static Value boundsOfPart(TileState &state, const StridedRange &range,
                          int64_t first) {
  SmallVector<bool> inside;
  for (int64_t element = first; element < first + state.lanes; ++element)
    inside.push_back(element >= range.first && element <= range.last);
  if (llvm::all_of(inside, [](bool is) { return is; }))
    return {};
  VectorType type = state.vectorOf(state.b.getI1Type());
  return arith::ConstantOp::create(state.b, state.loc,
                                   DenseElementsAttr::get(type, inside));
}

/// The mask of one part, whose elements begin at `first`.
static std::optional<Value>
maskOfPart(TileState &state, ArrayRef<NestCondition> guard, Value shared,
           const TilePoint &point, const StridedRange &range, int64_t first) {
  unsigned loop = state.schedule.vector.front().loop;
  Value mask = boundsOfPart(state, range, first);
  if (shared)
    mask = conjoin(state, mask, toVectorMask(state, {shared, {}}, state.lanes));
  for (const NestCondition &condition : guard) {
    if (!condition.form.dependsOn(loop) || holdsAlways(state, condition, point))
      continue;
    Value holds = evaluateBetween(state, condition, point, range, first);
    if (!holds)
      return std::nullopt;
    mask = conjoin(state, mask, holds);
  }
  return mask;
}

std::optional<SmallVector<Value>>
neo::stridedMasks(TileState &state, ArrayRef<NestCondition> guard, Value shared,
                  const TilePoint &point, const StridedRange &range) {
  SmallVector<Value> masks;
  for (int64_t part = 0; part < range.stride; ++part) {
    std::optional<Value> mask =
        maskOfPart(state, guard, shared, point, range, part * state.lanes);
    if (!mask)
      return std::nullopt;
    masks.push_back(*mask);
  }
  return masks;
}

/// The element of `lane`, or another one: the last is masked off where lanes
/// do not count.
static int64_t elementOf(const StridedRange &range, int64_t lane,
                         int64_t lanes) {
  int64_t last = range.stride * lanes - 1;
  if (lane >= range.valid)
    return last;
  return std::clamp<int64_t>(lane * range.stride + range.phase, 0, last);
}

Value neo::pickStrided(TileState &state, ArrayRef<Value> parts,
                       const StridedRange &range) {
  int64_t lanes = state.lanes, stride = parts.size();
  Value picked = parts.front();
  for (int64_t part = 1; part < stride; ++part) {
    SmallVector<int64_t> mask;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t element = elementOf(range, lane, lanes), from = element / lanes;
      // The first part still has its elements where they were read.
      int64_t before = part == 1 && from == 0 ? element : lane;
      mask.push_back(from == part ? lanes + element % lanes : before);
    }
    picked = vector::ShuffleOp::create(state.b, state.loc, picked, parts[part],
                                       mask);
  }
  return picked;
}
