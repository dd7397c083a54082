//===- TileColumns.cpp - Tiles whose points share shifted columns ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Points that share columns (SharedShifts.h) are stored one by one, and columns
// that slide wait in the loop:
//
//     m0, m1 = columns before the first step
//     for q, with m0, m1
//       m2 = the newest column
//       store what the point takes of m0, m1 and m2
//       m1, m2 wait
//
// Some vectors go along the loop before the next, as many as there are
// registers for.
//
//===----------------------------------------------------------------------===//

#include "TileLoops.h"

using namespace mlir;
using namespace neo;

/// Are points of a tile best stored one by one?
bool TileLoops::storesAtOnce() const {
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
        state.keepReadsBehind();
    }
}

/// Do columns slide along the loop at `level`, the last one?
bool TileLoops::slides(unsigned level) const {
  return level + 1 == schedule.order.size() && storesAtOnce() &&
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
    state.keepReadsBehind();
  }
  if (forOp.getNumRegionIterArgs() > 0)
    scf::YieldOp::create(
        b, loc, body.placed().waitingColumns(points, /*beforeLoop=*/false));
}
