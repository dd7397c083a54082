//===- TileReduction.cpp - The steps of a tile's reduction ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileLoops.h"

#include "ShiftedTerms.h"

#include "Neo/Schedule/RegisterPressure.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

SmallVector<Value> TileLoops::emitReduction(unsigned level,
                                            ArrayRef<TilePoint> points,
                                            SmallVector<Value> accumulators) {
  if (level == reductions.size())
    return emitStep(points, accumulators);
  unsigned loop = reductions[level];
  if (schedule.isUnrolled(loop))
    return emitUnrolled(level, points, std::move(accumulators));
  if (hasSections(schedule, loop))
    return emitSections(level, points, std::move(accumulators));
  AffineInterval all = state.ranges[loop];
  int64_t step = schedule.step(loop);
  if (int64_t chains = countChains(level, points); chains > 1)
    accumulators = emitChains(level, points, accumulators, chains);
  else
    forEachSection(loop, [&](const TileSection &section) {
      int64_t from = section.first * step;
      accumulators =
          emitSplit(level, points, std::move(accumulators),
                    reductionBounds(level, from, from + section.tiles * step));
    });
  int64_t rest = remainder(loop);
  state.ranges[loop] = all;
  if (rest == 0 || isBatch(loop))
    return accumulators;
  // A reduction loop has a remainder only if it is vectorised: a partial
  // vector.
  SmallVector<TilePoint> partial(points);
  for (TilePoint &point : partial)
    point.validLanes = rest;
  state.origin[loop] = state.constantIndex(fullTiles(loop) * step);
  return emitReduction(level + 1, partial, accumulators);
}

/// Calls `emitInside` for the sections of a reduction loop that have whole
/// vectors, or steps.
void TileLoops::forEachSection(
    unsigned loop, llvm::function_ref<void(const TileSection &)> emitInside) {
  SmallVector<TileSection> sections = sectionsOf(nest, schedule, loop);
  for (const TileSection &section : sections) {
    if (section.tiles == 0 || section.elements < schedule.step(loop))
      return;
    if (sections.size() > 1)
      enterSection(loop, section);
    emitInside(section);
  }
}

/// The points of a vectorised reduction over `elements` elements, of which the
/// last vector may be partial.
static SmallVector<TilePoint> pointsWithin(ArrayRef<TilePoint> points,
                                           int64_t elements, bool inLanes) {
  SmallVector<TilePoint> within(points);
  if (inLanes)
    for (TilePoint &point : within)
      point.validLanes = elements;
  return within;
}

/// Does `section` contain the last step of `loop`?
bool TileLoops::isLast(unsigned loop, const TileSection &section) const {
  int64_t begun = section.first + section.tiles - 1;
  return begun * stepOf(schedule, loop) + section.elements >=
         nest.loops[loop].extent;
}

/// Emits a reduction loop with its edges peeled.
SmallVector<Value> TileLoops::emitSections(unsigned level,
                                           ArrayRef<TilePoint> points,
                                           SmallVector<Value> accumulators) {
  unsigned loop = reductions[level];
  bool inLanes = schedule.lanesOf(loop) > 1;
  AffineInterval all = state.ranges[loop];
  for (const TileSection &section : sectionsOf(nest, schedule, loop)) {
    if (section.tiles == 0)
      break;
    enterSection(loop, section);
    auto inside = pointsWithin(points, section.elements, inLanes);
    if (inLanes)
      inside = shiftTerms(state, inside, loop, isLast(loop, section));
    if (section.tiles == 1) {
      accumulators = emitReduction(level + 1, inside, std::move(accumulators));
      continue;
    }
    int64_t step = stepOf(schedule, loop), from = section.first * step;
    auto forOp =
        scf::ForOp::create(b, loc, state.constantIndex(from),
                           state.constantIndex(from + section.tiles * step),
                           state.constantIndex(step), accumulators);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    state.origin[loop] = forOp.getInductionVar();
    SmallVector<Value> next =
        emitReduction(level + 1, inside,
                      llvm::to_vector_of<Value>(forOp.getRegionIterArgs()));
    scf::YieldOp::create(b, loc, next);
    accumulators = llvm::to_vector_of<Value>(forOp.getResults());
  }
  state.ranges[loop] = all;
  return accumulators;
}

/// Emits a load barrier between `last` and `next` if they share no operand:
/// what points share is loaded, used and dead before LLVM may load for points
/// that share nothing with them.
void TileLoops::enterPoint(const TilePoint *last, const TilePoint &next) {
  if (!last)
    return;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (last->offsets[loop] != next.offsets[loop] &&
        readsDisjointElements(nest, schedule, loop))
      return state.emitLoadBarrier();
}

/// Fully unrolls a reduction loop.
SmallVector<Value> TileLoops::emitUnrolled(unsigned level,
                                           ArrayRef<TilePoint> points,
                                           SmallVector<Value> accumulators) {
  if (points.size() > 1 && windowsOverlap(nest, schedule)) {
    size_t each = accumulators.size() / points.size();
    SmallVector<Value> joined(accumulators.size());
    const TilePoint *last = nullptr;
    for (unsigned i : pointOrder(points)) {
      enterPoint(last, points[i]);
      last = &points[i];
      auto before = ArrayRef(accumulators).slice(i * each, each);
      llvm::copy(emitUnrolled(level, points[i], llvm::to_vector(before)),
                 joined.begin() + i * each);
    }
    return joined;
  }
  unsigned loop = reductions[level];
  AffineInterval all = state.ranges[loop];
  for (int64_t step = 0; step < nest.loops[loop].extent; ++step) {
    state.ranges[loop] = {step, step};
    if (llvm::all_of(points, [&](const TilePoint &point) {
          return failsAlways(state, nest.nonzero, point);
        }))
      continue;
    state.origin[loop] =
        schedule.stepsApart ? state.opaque(step) : state.constantIndex(step);
    accumulators = emitReduction(level + 1, points, std::move(accumulators));
  }
  state.ranges[loop] = all;
  return accumulators;
}

/// Prefetches the next panels during `loop`, the outermost reduction.
void TileLoops::prefetchPanels(unsigned loop) {
  bool blocked = schedule.blockedLoop == loop;
  Value step = state.origin[loop];
  if (blocked)
    step = arith::SubIOp::create(b, loc, step,
                                 insideStart ? insideStart : blockStart);
  step = arith::DivUIOp::create(b, loc, step,
                                state.constantIndex(schedule.step(loop)));
  int64_t extent = blocked ? schedule.block : nest.loops[loop].extent;
  panels.prefetch(step, llvm::divideCeil(extent, schedule.step(loop)));
}

/// Prefetches for the next tile in every step of the innermost reduction.
void TileLoops::prefetchBy(unsigned level) {
  if (level + 1 + schedule.unrolled.size() == reductions.size())
    ahead.prefetch(ArrayRef(reductions).take_front(level + 1),
                   insideStart ? insideStart : blockStart);
}

/// The order in which the points of a tile are emitted, for low register
/// pressure: loops whose steps share no operand are outermost, then the loop
/// with the most steps. An operand that depends on it alone is loaded, used and
/// dead, and only the few vectors of the other operand stay live.
SmallVector<unsigned> TileLoops::pointOrder(ArrayRef<TilePoint> points) const {
  SmallVector<unsigned> loops = orderOfPoints(nest, schedule, state.steps),
                        order;
  for (unsigned i = 0; i < points.size(); ++i)
    order.push_back(i);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    for (unsigned loop : loops)
      if (points[a].offsets[loop] != points[b].offsets[loop])
        return points[a].offsets[loop] < points[b].offsets[loop];
    return a < b;
  });
  return order;
}

unsigned TileLoops::longestLoop() const {
  unsigned longest = 0;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (extents[loop].steps > extents[longest].steps)
      longest = loop;
  return longest;
}

/// Do accumulators leave few registers? LLVM would hoist the loads of many
/// points and spill accumulators, so load barriers are emitted. Not for an
/// unroll group, whose steps share loads.
bool TileLoops::isCrowded(ArrayRef<TilePoint> points) const {
  constexpr size_t manyAccumulators = 16;
  return !schedule.groupedLoop &&
         (schedule.stepsApart || points.size() > manyAccumulators);
}

/// Emits one step, or the steps of an unroll group in order, so that a vector
/// that consecutive steps share is dead after the second.
SmallVector<Value> TileLoops::emitStep(ArrayRef<TilePoint> points,
                                       SmallVector<Value> accumulators) {
  if (!schedule.groupedLoop)
    return emitPoints(points, accumulators);
  SmallVector<TilePoint> moved(points);
  unsigned loop = *schedule.groupedLoop;
  AffineInterval all = state.ranges[loop];
  state.ranges[loop].high -= extents[loop].elements - 1;
  for (int64_t step = 0; step < extents[loop].elements; ++step) {
    for (TilePoint &point : moved)
      point.offsets[loop] = step;
    accumulators = emitPoints(moved, accumulators);
  }
  state.ranges[loop] = all;
  return accumulators;
}

SmallVector<Value> TileLoops::emitPoints(ArrayRef<TilePoint> points,
                                         ArrayRef<Value> accumulators) {
  body.startStep();
  size_t each = accumulators.size() / points.size();
  SmallVector<Value> next(accumulators.size());
  unsigned outside = longestLoop();
  int64_t group = 0;
  SmallVector<Value *> computed;
  auto closeGroup = [&] {
    for (Value *sum : computed)
      *sum = state.emitLoadBarrier(*sum);
    if (computed.empty())
      state.emitLoadBarrier();
    computed.clear();
  };
  for (unsigned i : pointOrder(points)) {
    if (points[i].offsets[outside] != group && isCrowded(points))
      closeGroup();
    group = points[i].offsets[outside];
    auto before = accumulators.slice(i * each, each);
    std::optional<TilePoint> point = takePoint(points[i]);
    if (!point) {
      llvm::copy(before, next.begin() + i * each);
      continue;
    }
    SmallVector<Value> joined = body.accumulate(before, *point);
    llvm::copy(joined, next.begin() + i * each);
    for (size_t sum = i * each; sum < (i + 1) * each; ++sum)
      computed.push_back(&next[sum]);
  }
  if (schedule.stepsApart)
    closeGroup();
  body.startStep();
  return next;
}
