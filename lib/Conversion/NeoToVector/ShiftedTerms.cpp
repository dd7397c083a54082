//===- ShiftedTerms.cpp - Loop shifting of sums over lanes ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ShiftedTerms.h"

#include "Neo/Schedule/SharedTaps.h"

using namespace mlir;
using namespace neo;

/// Is some operand read with a stride, so that shifted sums can share its
/// range, and no access quasi-affine in the lanes? Contiguous lanes are as fast
/// to load again.
static bool pickFromRanges(const TileState &state) {
  bool anyStrided = false;
  for (const NestOperand &operand : state.nest.operands) {
    AccessPlan plan(state.nest, state.schedule, operand);
    if (operand.access.irregular.any())
      return false;
    anyStrided |= plan.layout() == LaneAccess::strided;
  }
  return anyStrided;
}

int64_t neo::countPadding(TileState &state, const TilePoint &point,
                          unsigned loop, int64_t most) {
  SmallVector<NestCondition> bounds;
  for (const NestCondition &condition : state.nest.nonzero)
    if (condition.form.dependsOn(loop))
      bounds.push_back(condition);
  AffineInterval range = state.ranges[loop];
  state.ranges[loop] = {0, 0};
  int64_t count = 0;
  for (TilePoint alone{point.offsets, 1}; count < most; ++count) {
    alone.offsets[loop] = count;
    if (!failsAlways(state, bounds, alone))
      break;
  }
  state.ranges[loop] = range;
  return count < most ? count : 0;
}

SmallVector<TilePoint> neo::shiftTerms(TileState &state,
                                       ArrayRef<TilePoint> points,
                                       unsigned loop, bool isLast) {
  SmallVector<TilePoint> shifted(points);
  if (!pickFromRanges(state))
    return shifted;
  int64_t most = std::min(state.lanes, state.nest.loops[loop].extent);
  for (TilePoint &point : shifted) {
    point.shift = countPadding(state, point, loop, most);
    point.offsets[loop] += point.shift;
    if (isLast)
      point.validLanes = std::max<int64_t>(point.validLanes - point.shift, 0);
  }
  return shifted;
}

TilePoint neo::readingPoint(const TileState &state, const NestOperand &operand,
                            const TilePoint &point) {
  TilePoint reading = point;
  if (point.shift == 0)
    return reading;
  if (!state.schedule.reducesLanes(state.nest)) {
    auto later = findTapShift(state.nest, state.schedule);
    if (later && operand.dependsOn(state.schedule.vector.back().loop))
      reading.offsets[later->loop] += later->steps;
    reading.shift = 0;
  } else if (operand.pad)
    reading.validLanes = std::min(state.lanes, point.validLanes + point.shift);
  return reading;
}
