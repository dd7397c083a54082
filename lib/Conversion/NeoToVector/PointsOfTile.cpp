//===- PointsOfTile.cpp - Points of a tile summed one by one --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where neighbours in a tile read the same rows, each point is written with all
// its taps (windowsOverlap), and stored when it is done with: alone, or with
// those that it alternates with in the result (InterleavedStore.h).
//
//===----------------------------------------------------------------------===//

#include "MovedTerms.h"
#include "TileLoops.h"

#include "Neo/Schedule/RegisterPressure.h"
#include "Neo/Schedule/SharedTaps.h"

using namespace mlir;
using namespace neo;

/// How many points, one after the other, are stored together: those that
/// alternate in the result; 0 if they come apart, or fill no whole vectors.
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

/// Are points summed one after the other, whole, and go where no other does?
/// Each is stored when it is done with, and its sum waits in no register.
bool TileLoops::storesPointByPoint(ArrayRef<TilePoint> points) const {
  return points.size() > 1 && !reductions.empty() && !take && !rows && !sums &&
         !blockStart && !schedule.groupedLoop &&
         reductions.size() == schedule.unrolled.size() &&
         windowsOverlap(nest, schedule) && countAlternating() > 0;
}

/// The sum at `point` of the taps that are moved by a lane, or of the others.
Value TileLoops::emitTaps(const TilePoint &point, bool moved) {
  sumsMoved = moved;
  Value sum = emitReduction(0, point, body.identity()).front();
  sumsMoved.reset();
  return sum;
}

/// The last of `sums`, which is at `point`, a lane further on. Rows that share
/// a vector are whole.
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
  SmallVector<FinishedVector> moved, finished;
  size_t together = countAlternating();
  bool movesTaps = findTapShift(nest, schedule).has_value();
  for (unsigned i : pointOrder(points)) {
    const TilePoint &point = points[i];
    enterPoint(std::exchange(last, &point), point);
    SmallVector<Value> sums;
    if (movesTaps) {
      Value sum = emitTaps(point, /*moved=*/false);
      moved.push_back({emitTaps(point, /*moved=*/true), point});
      sums = {body.join(sum, shiftIn(moved, point))};
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

/// `point`, if its tap is summed now; a moved one is read at a later tap.
std::optional<TilePoint> TileLoops::takePoint(const TilePoint &point) {
  TilePoint taken = point;
  if (taken.validLanes == 0 || failsAlways(state, nest.nonzero, taken))
    return std::nullopt;
  if (!sumsMoved)
    return taken;
  TapShift shift = *findTapShift(nest, schedule);
  int64_t tap = state.ranges[shift.loop].low + shift.steps;
  bool isMoved =
      tap < nest.loops[shift.loop].extent &&
      countPadding(state, point, schedule.vector.back().loop, state.lanes) == 1;
  taken.moved = isMoved;
  return isMoved == *sumsMoved ? std::optional(taken) : std::nullopt;
}
