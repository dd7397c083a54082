//===- TileColumns.cpp - Tiles whose points share shifted columns ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Points that share columns (SharedShifts.h) are stored one by one, and columns
// of a sliding window are loop-carried (scalar replacement):
//
//     m0, m1 = columns before the first step
//     for q, with m0, m1
//       m2 = the newest column
//       store the point, computed from m0, m1 and m2
//       yield m1, m2
//
// The loop runs for a group of vectors at a time, as many as there are
// registers for.
//
//===----------------------------------------------------------------------===//

#include "TileLoops.h"

using namespace mlir;
using namespace neo;

/// Is it better to store the points of a tile one by one?
bool TileLoops::storesPointwise() const {
  int64_t chunk;
  return reductions.empty() && nest.nonzero.empty() && !take && !rows &&
         body.sharesColumns() &&
         classifyLanes(nest.output, schedule, chunk) == LaneAccess::contiguous;
}

void TileLoops::emitPoint(const TilePoint &point) {
  ComputeOp op = nest.op;
  bool reduces = op.getKind() != ReductionKind::none;
  Value value = reduces ? body.finish(body.accumulate(body.identity(), point))
                        : body.evaluate(point);
  storeTile({{value, point}});
}

void TileLoops::emitPoints(ArrayRef<TilePoint> points) {
  bool alone = findSlidingLoop(nest, schedule).has_value();
  for (const SmallVector<TilePoint> &group : body.placed().inGroups(points))
    for (const TilePoint &point : group) {
      body.placed().enter(point);
      emitPoint(point);
      if (alone)
        state.emitLoadBarrier();
    }
}

/// Are columns carried along the loop at `level`, the innermost one?
bool TileLoops::slides(unsigned level) const {
  return level + 1 == schedule.order.size() && storesPointwise() &&
         findSlidingLoop(nest, schedule) == schedule.order[level];
}

void TileLoops::emitSliding(unsigned loop, const TileSection &section) {
  for (const SmallVector<TilePoint> &group :
       body.placed().inGroups(tilePoints()))
    emitSliding(loop, section, group);
}

void TileLoops::emitSliding(unsigned loop, const TileSection &section,
                            ArrayRef<TilePoint> points) {
  Value from = state.constantIndex(section.first);
  Value to = state.constantIndex(section.first + section.tiles);
  state.origin[loop] = from;
  body.startStep();
  auto forOp = scf::ForOp::create(
      b, loc, from, to, state.constantIndex(1),
      body.placed().waitingColumns(points, /*beforeLoop=*/true));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  state.origin[loop] = forOp.getInductionVar();
  body.startStep();
  body.placed().takeColumns(points, forOp.getRegionIterArgs());
  for (const TilePoint &point : points) {
    emitPoint(point);
    state.emitLoadBarrier();
  }
  if (forOp.getNumRegionIterArgs() > 0)
    scf::YieldOp::create(
        b, loc, body.placed().waitingColumns(points, /*beforeLoop=*/false));
}
