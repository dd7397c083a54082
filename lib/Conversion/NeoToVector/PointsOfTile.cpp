//===- PointsOfTile.cpp - Points of a tile summed one by one --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where adjacent points of a tile read the same rows, all taps of one point are
// emitted before the next point (windowsOverlap), and the point is stored when
// its sum is complete: alone, or with those that it interleaves with in the
// result (InterleavedStore.h).
//
//===----------------------------------------------------------------------===//

#include "ShiftedTerms.h"
#include "TileLoops.h"

#include "Neo/Schedule/RegisterPressure.h"
#include "Neo/Schedule/SharedTaps.h"

using namespace mlir;
using namespace neo;

/// How many consecutive points are stored together because they interleave in
/// the result; 0 if they are not consecutive, or fill no whole vectors.
size_t TileLoops::countAlternating() const {
  int64_t stride;
  LaneAccess lanes = classifyLanes(nest.output, schedule, stride);
  if (lanes == LaneAccess::contiguous || lanes == LaneAccess::chunked)
    return 1;
  if (lanes != LaneAccess::strided || nest.output.irregular.any())
    return 0;
  SmallVector<unsigned> order = orderOfPoints(nest, schedule, state.steps);
  for (unsigned loop : llvm::reverse(order)) {
    if (state.steps[loop] == 1)
      continue;
    bool alternates = nest.output.coefficients[loop] == 1 &&
                      schedule.lanesOf(loop) == 1 &&
                      state.steps[loop] == stride;
    return alternates ? size_t(stride) : 0;
  }
  return 0;
}

/// Are points summed one by one, in whole vectors, and stored to positions that
/// no other point shares? Then each is stored at once, and its sum is not live
/// any longer.
bool TileLoops::storesPointByPoint(ArrayRef<TilePoint> points) const {
  return points.size() > 1 && !reductions.empty() && !take && !rows && !sums &&
         !blockStart && !schedule.groupedLoop &&
         reductions.size() == schedule.unrolled.size() &&
         windowsOverlap(nest, schedule) && countAlternating() > 0;
}

/// The sum at `point` of the taps that are shifted by a lane, or of the others.
Value TileLoops::emitTaps(const TilePoint &point, bool shifted) {
  sumsShifted = shifted;
  Value sum = emitReduction(0, point, body.identity()).front();
  sumsShifted.reset();
  return sum;
}

/// The last of `sums`, which is at `point`, shifted by one lane. Rows that
/// share a vector are complete in it.
Value TileLoops::shiftIn(ArrayRef<FinishedVector> sums,
                         const TilePoint &point) {
  unsigned loop = schedule.vector.back().loop;
  SmallVector<int64_t> before(point.offsets), lanes;
  int64_t row = schedule.lanesOf(loop);
  before[loop] -= row;
  Value last = body.identity().front();
  for (const FinishedVector &sum : sums)
    if (ArrayRef(sum.point.offsets) == ArrayRef(before))
      last = sum.value;
  for (int64_t lane = 0; lane < state.lanes; ++lane)
    lanes.push_back(lane % row == 0 ? (lane + state.lanes - 1) % state.lanes
                                    : state.lanes + lane - 1);
  return vector::ShuffleOp::create(b, loc, last, sums.back().value, lanes);
}

void TileLoops::emitPointByPoint(ArrayRef<TilePoint> points) {
  const TilePoint *last = nullptr;
  SmallVector<FinishedVector> shifted, finished;
  size_t together = countAlternating();
  bool shiftsTaps = findTapShift(nest, schedule).has_value();
  for (unsigned i : pointOrder(points)) {
    const TilePoint &point = points[i];
    enterPoint(std::exchange(last, &point), point);
    SmallVector<Value> sums;
    if (shiftsTaps) {
      Value sum = emitTaps(point, /*shifted=*/false);
      shifted.push_back({emitTaps(point, /*shifted=*/true), point});
      sums = {body.join(sum, shiftIn(shifted, point))};
    } else {
      sums = emitReduction(0, point, body.identity());
    }
    finished.push_back({body.finish(sums), point});
    if (finished.size() < together)
      continue;
    storeTile(finished);
    finished.clear();
  }
}

/// `point`, if its tap is in the sum that is emitted now; a shifted one is read
/// at a later tap.
std::optional<TilePoint> TileLoops::takePoint(const TilePoint &point) {
  TilePoint taken = point;
  if (taken.validLanes == 0 || failsAlways(state, nest.nonzero, taken))
    return std::nullopt;
  if (!sumsShifted)
    return taken;
  TapShift shift = *findTapShift(nest, schedule);
  int64_t tap = state.ranges[shift.loop].low + shift.steps;
  bool isShifted =
      tap < nest.loops[shift.loop].extent &&
      countPadding(state, point, schedule.vector.back().loop, state.lanes) == 1;
  taken.shift = isShifted;
  return isShifted == *sumsShifted ? std::optional(taken) : std::nullopt;
}
