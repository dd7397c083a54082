//===- TileInTurn.cpp - Points of a tile summed one by one ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where neighbours in a tile read the same rows, each point is written with all
// its taps (windowsOverlap), and stored when it is done with.
//
//===----------------------------------------------------------------------===//

#include "MovedTerms.h"
#include "TileLoops.h"

#include "Neo/Schedule/HeldValues.h"
#include "Neo/Schedule/SharedTaps.h"

using namespace mlir;
using namespace neo;

/// Are points summed one after the other, whole, and go where no other does?
/// Each is stored when it is done with, and its sum waits in no register.
bool TileLoops::storesInTurn(ArrayRef<TilePoint> points) const {
  int64_t chunk;
  return points.size() > 1 && !reductions.empty() && !take && !rows && !sums &&
         !blockStart && !schedule.groupedLoop &&
         reductions.size() == schedule.unrolled.size() &&
         windowsOverlap(nest, schedule) &&
         classifyLanes(nest.output, schedule, chunk) == LaneAccess::contiguous;
}

/// The sum at `point` of the taps that are moved by a lane, or of the others.
Value TileLoops::emitTaps(const TilePoint &point, bool moved) {
  sumsMoved = moved;
  Value sum = emitReduction(0, point, body.identity()).front();
  sumsMoved.reset();
  return sum;
}

/// The last of `sums`, which is at `point`, a lane further on.
Value TileLoops::shiftIn(ArrayRef<FinishedVector> sums,
                         const TilePoint &point) {
  unsigned loop = schedule.vector.front().loop;
  SmallVector<int64_t> before(point.offsets), lanes;
  before[loop] -= state.lanes;
  Value last = body.identity().front();
  for (const FinishedVector &sum : sums)
    if (ArrayRef(sum.point.offsets) == ArrayRef(before))
      last = sum.value;
  for (int64_t lane = 0; lane < state.lanes; ++lane)
    lanes.push_back(state.lanes - 1 + lane);
  return vector::ShuffleOp::create(b, loc, last, sums.back().value, lanes);
}

void TileLoops::emitInTurn(ArrayRef<TilePoint> points) {
  const TilePoint *last = nullptr;
  SmallVector<FinishedVector> moved;
  bool movesTaps = findTapShift(nest, schedule).has_value();
  for (unsigned i : pointOrder(points)) {
    const TilePoint &point = points[i];
    enterPoint(std::exchange(last, &point), point);
    if (!movesTaps) {
      finishTile(point, emitReduction(0, point, body.identity()));
      continue;
    }
    Value sum = emitTaps(point, /*moved=*/false);
    moved.push_back({emitTaps(point, /*moved=*/true), point});
    finishTile(point, body.join(sum, shiftIn(moved, point)));
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
  bool isMoved = tap < nest.loops[shift.loop].extent &&
                 countPadding(state, point, schedule.vector.front().loop,
                              state.lanes) == 1;
  taken.moved = isMoved;
  return isMoved == *sumsMoved ? std::optional(taken) : std::nullopt;
}
