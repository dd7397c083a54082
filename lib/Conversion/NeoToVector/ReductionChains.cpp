//===- ReductionChains.cpp - Independent accumulators of a reduction ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each maximum of a row waits for the one before, three or four cycles for a
// vector that one load per cycle could have brought. So the vectors are
// distributed round-robin over up to four accumulators:
//
//     M[i] = max_j A[i, j]                                vectors 0 .. 17
//
//     for v = 0, 4, 8, 12:  m0, m1, m2, m3 with A[v], A[v+1], A[v+2], A[v+3]
//     m = max(m0, m1, m2, m3)
//     for v = 16, 17:       m with A[v]
//
// A loop that is split at bounds of guards (TileSections.h) has such rounds in
// every section, and the accumulators are combined once behind the last. Tiles
// of four points or more are independent anyway.
//
//===----------------------------------------------------------------------===//

#include "TileLoops.h"

using namespace mlir;
using namespace neo;

/// How many independent accumulators each point of a tile has for a vectorised
/// reduction: they break the latency-bound chain of, for example, a maximum.
int64_t TileLoops::countChains(unsigned level,
                               ArrayRef<TilePoint> points) const {
  constexpr int64_t enough = 4;
  unsigned loop = reductions[level];
  if (level + 1 != reductions.size() || schedule.lanesOf(loop) == 1 ||
      isBatch(loop) || schedule.blockedLoop == loop || body.findsPosition() ||
      !nest.nonzero.empty() || !schedule.packed.empty())
    return 1;
  int64_t chains = enough / int64_t(points.size());
  return fullTiles(loop) >= 2 * chains ? std::max<int64_t>(chains, 1) : 1;
}

/// Emits the vectors of the last reduction, distributed round-robin over
/// `chains` accumulators of each point; combines these.
SmallVector<Value> TileLoops::emitChains(unsigned level,
                                         ArrayRef<TilePoint> points,
                                         ArrayRef<Value> accumulators,
                                         int64_t chains) {
  unsigned loop = reductions[level];
  SmallVector<TilePoint> all(points);
  SmallVector<Value> carried(accumulators);
  for (int64_t chain = 1; chain < chains; ++chain)
    for (TilePoint point : points) {
      point.offsets[loop] = chain * schedule.step(loop);
      all.push_back(point);
      llvm::append_range(carried, body.identity());
    }
  int64_t end = fullTiles(loop), rest = 0;
  forEachSection(loop, [&](const TileSection &section) {
    int64_t left = section.tiles % chains;
    carried = emitRounds(loop, all, std::move(carried), section, chains);
    if (section.first + section.tiles == end)
      rest = left;
    else if (left > 0)
      emitLeft(loop, all, carried, section, chains);
  });
  SmallVector<Value> joined(ArrayRef(carried).take_front(points.size()));
  for (auto [i, value] :
       llvm::enumerate(ArrayRef(carried).drop_front(points.size())))
    joined[i % points.size()] = body.join(joined[i % points.size()], value);
  if (rest == 0)
    return joined;
  int64_t step = schedule.step(loop);
  return emitSteps(level, points, joined,
                   {state.constantIndex((end - rest) * step),
                    state.constantIndex(end * step)});
}

/// Emits as many vectors of `section` as there are for each of `chains`.
SmallVector<Value> TileLoops::emitRounds(unsigned loop,
                                         ArrayRef<TilePoint> points,
                                         SmallVector<Value> carried,
                                         const TileSection &section,
                                         int64_t chains) {
  int64_t step = schedule.step(loop), from = section.first * step;
  int64_t rounds = section.tiles / chains;
  if (rounds == 0)
    return carried;
  int64_t end = from + rounds * chains * step;
  AffineInterval all = state.ranges[loop];
  state.ranges[loop].high = end - chains * step;
  auto forOp = scf::ForOp::create(b, loc, state.constantIndex(from),
                                  state.constantIndex(end),
                                  state.constantIndex(chains * step), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  state.origin[loop] = forOp.getInductionVar();
  SmallVector<Value> next =
      emitStep(points, llvm::to_vector_of<Value>(forOp.getRegionIterArgs()));
  scf::YieldOp::create(b, loc, next);
  state.ranges[loop] = all;
  return llvm::to_vector_of<Value>(forOp.getResults());
}

/// Emits the vectors of `section` behind its rounds, fewer than `chains`.
void TileLoops::emitLeft(unsigned loop, ArrayRef<TilePoint> points,
                         MutableArrayRef<Value> carried,
                         const TileSection &section, int64_t chains) {
  int64_t left = section.tiles % chains;
  int64_t from = (section.first + section.tiles - left) * schedule.step(loop);
  size_t count = points.size() / chains * left;
  state.ranges[loop] = {from, from};
  state.origin[loop] = state.constantIndex(from);
  llvm::copy(emitStep(points.take_front(count),
                      llvm::to_vector(carried.take_front(count))),
             carried.begin());
}
