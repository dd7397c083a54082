//===- StridedRead.cpp - Strided loads by shuffles ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StridedRead.h"

#include "LaneGuard.h"

#include "Neo/Schedule/PlacedLanes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// The part of the access that is known statically: all but the origins of
/// loops.
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

/// The positions of all taps of the window that `point` belongs to: the steps
/// of a fully unrolled loop with a coefficient below `stride`. Only that of
/// `point` if there is not exactly one such loop.
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

/// The multiple of `stride` at which a range contains most of `places`.
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

/// Begins the range where that of most taps begins, if at most one lane is
/// outside of it, and the guard of that lane is known statically.
static void shareStart(const TileState &state, const NestOperand &operand,
                       const TilePoint &point, StridedRange &range) {
  // Shifted taps begin at such a multiple already.
  if (point.shift != 0)
    return;
  int64_t stride = range.stride;
  SmallVector<int64_t> places =
      placesOfTaps(state, operand.access, point, stride);
  int64_t phase =
      knownPart(state, operand.access, point) - bestStart(places, stride);
  if (phase == range.phase || phase < -stride || phase >= 2 * stride)
    return;
  int64_t lane = phase < 0 ? 0 : point.validLanes - 1;
  if (!guardHolds(state, operand, point, lane))
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

int64_t StridedRange::elementOf(int64_t lane) const {
  int64_t element = std::min(lane, valid - 1) * stride + phase;
  return std::clamp<int64_t>(element, 0, valid * stride - 1);
}

int64_t StridedRange::countParts(int64_t lanes) const {
  return elementOf(valid - 1) / lanes + 1;
}

Value neo::pickStrided(TileState &state, ArrayRef<Value> parts,
                       const StridedRange &range) {
  int64_t lanes = state.lanes, count = parts.size();
  Value picked = parts.front();
  // One part is shuffled as well, with itself.
  for (int64_t part = 1; part < std::max<int64_t>(count, 2); ++part) {
    SmallVector<int64_t> mask;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t element = range.elementOf(lane), from = element / lanes;
      // The first shuffle takes elements of part 0 from their original
      // positions.
      int64_t before = part == 1 && from == 0 ? element : lane;
      mask.push_back(from == part ? lanes + element % lanes : before);
    }
    picked = vector::ShuffleOp::create(state.b, state.loc, picked,
                                       parts[std::min(part, count - 1)], mask);
  }
  return picked;
}
