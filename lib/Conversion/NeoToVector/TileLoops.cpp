//===- TileLoops.cpp - The loops of a kernel around its tiles -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileLoops.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

void TileLoops::setExtent(unsigned loop, int64_t elements) {
  extents[loop].elements = elements;
  extents[loop].steps = llvm::divideCeil(elements, schedule.lanesOf(loop));
  state.steps[loop] = extents[loop].steps;
}

/// How many steps of the shared range `loop` takes.
Value TileLoops::countTiles(unsigned loop) {
  if (isBatch(loop))
    return arith::CeilDivUIOp::create(b, loc, state.items,
                                      state.constantIndex(schedule.step(loop)));
  return state.constantIndex(fullTiles(loop) + (remainder(loop) ? 1 : 0));
}

/// Takes the shared step apart into one tile number per shared loop, innermost
/// fastest.
void TileLoops::emitShared(Value step) {
  SmallVector<Value> tiles(schedule.parallelLoops);
  Value rest = step;
  for (unsigned level = schedule.parallelLoops; level-- > 0;) {
    unsigned loop = schedule.order[level];
    if (level == 0) {
      tiles[level] = rest;
      break;
    }
    Value divisor = countTiles(loop);
    tiles[level] = arith::RemUIOp::create(b, loc, rest, divisor);
    rest = arith::DivUIOp::create(b, loc, rest, divisor);
  }
  emitSharedLoop(0, tiles);
}

void TileLoops::emitSharedLoop(unsigned level, ArrayRef<Value> tiles) {
  if (level == schedule.parallelLoops)
    return emitLoop(level);
  unsigned loop = schedule.order[level];
  int64_t step = schedule.step(loop), rest = remainder(loop);
  state.origin[loop] =
      arith::MulIOp::create(b, loc, tiles[level], state.constantIndex(step));
  if (isBatch(loop))
    return emitSharedItems(level, tiles);
  if (rest == 0 || fullTiles(loop) == 0) {
    setExtent(loop, rest == 0 ? step : rest);
    return emitSharedLoop(level + 1, tiles);
  }
  Value isFull =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, tiles[level],
                            state.constantIndex(fullTiles(loop)));
  auto branch = scf::IfOp::create(b, loc, isFull, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  setExtent(loop, step);
  emitSharedLoop(level + 1, tiles);
  b.setInsertionPointToStart(branch.elseBlock());
  setExtent(loop, rest);
  emitSharedLoop(level + 1, tiles);
}

/// Items [from, to) of a batch, `step` of them at a time.
void TileLoops::emitItems(unsigned loop, Value from, Value to, int64_t step,
                          llvm::function_ref<void()> emitInside) {
  setExtent(loop, step);
  auto forOp = scf::ForOp::create(b, loc, from, to, state.constantIndex(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  state.origin[loop] = forOp.getInductionVar();
  emitInside();
}

/// Items [from, to) of a batch: full tiles of `step`, then what is left in
/// smaller ones, since a single item uses few registers.
void TileLoops::emitAllItems(unsigned loop, Value from, Value to, int64_t step,
                             llvm::function_ref<void()> emitInside) {
  if (step == 1)
    return emitItems(loop, from, to, 1, emitInside);
  Value count = arith::SubIOp::create(b, loc, to, from);
  Value rest = arith::RemUIOp::create(b, loc, count, state.constantIndex(step));
  Value whole = arith::SubIOp::create(b, loc, to, rest);
  emitItems(loop, from, whole, step, emitInside);
  emitAllItems(loop, whole, to, smallerTile(step), emitInside);
}

/// The tile of items at the origin, in which the batch may end.
void TileLoops::emitSharedItems(unsigned level, ArrayRef<Value> tiles) {
  unsigned loop = schedule.order[level];
  int64_t step = schedule.step(loop);
  auto emitInside = [&] { emitSharedLoop(level + 1, tiles); };
  setExtent(loop, step);
  if (step == 1)
    return emitInside();
  Value from = state.origin[loop];
  Value end = arith::AddIOp::create(b, loc, from, state.constantIndex(step));
  Value isFull = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, end,
                                       state.items);
  auto branch = scf::IfOp::create(b, loc, isFull, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitInside();
  b.setInsertionPointToStart(branch.elseBlock());
  emitAllItems(loop, from, state.items, smallerTile(step), emitInside);
}

void TileLoops::emitLoop(unsigned level) {
  if (level == schedule.order.size())
    return emitTile();
  unsigned loop = schedule.order[level];
  if (isBatch(loop))
    return emitAllItems(loop, state.constantIndex(0), state.items,
                        schedule.step(loop), [&] { emitLoop(level + 1); });
  int64_t step = schedule.step(loop), tiles = fullTiles(loop);
  if (tiles > 0) {
    setExtent(loop, step);
    auto forOp = scf::ForOp::create(b, loc, state.constantIndex(0),
                                    state.constantIndex(tiles * step),
                                    state.constantIndex(step));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    state.origin[loop] = forOp.getInductionVar();
    emitLoop(level + 1);
  }
  if (remainder(loop) > 0) {
    setExtent(loop, remainder(loop));
    state.origin[loop] = state.constantIndex(tiles * step);
    emitLoop(level + 1);
  }
}

/// Every vector of the tile, with its offset and the lanes that are inside.
SmallVector<TilePoint> TileLoops::tilePoints() const {
  SmallVector<TilePoint> points = {
      {SmallVector<int64_t>(nest.loops.size(), 0), state.lanes}};
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    int64_t lanes = schedule.lanesOf(loop);
    SmallVector<TilePoint> next;
    for (const TilePoint &point : points)
      for (int64_t step = 0; step < extents[loop].steps; ++step) {
        TilePoint copy = point;
        copy.offsets[loop] = step * lanes;
        int64_t left = extents[loop].elements - step * lanes;
        // Only a loop that fills the lanes alone may end inside a vector.
        if (left < lanes)
          copy.validLanes = left;
        next.push_back(std::move(copy));
      }
    points = std::move(next);
  }
  return points;
}

void TileLoops::emitTile() {
  for (unsigned loop : reductions)
    setExtent(loop, schedule.step(loop));
  SmallVector<TilePoint> points = tilePoints();
  body.startStep();
  ComputeOp op = nest.op;
  if (op.getKind() == ReductionKind::none) {
    for (const TilePoint &point : points)
      storeResult(state, body.evaluate(point), buffers.back(), point);
    return;
  }
  SmallVector<Value> accumulators;
  for (size_t i = 0; i < points.size(); ++i)
    llvm::append_range(accumulators, body.identity());
  bool empty = llvm::is_contained(op.getReductionExtents(), 0);
  if (!empty)
    accumulators = emitReduction(0, points, accumulators);
  finishTile(points, accumulators);
}

SmallVector<Value> TileLoops::emitReduction(unsigned level,
                                            ArrayRef<TilePoint> points,
                                            SmallVector<Value> accumulators) {
  if (level == reductions.size())
    return emitStep(points, accumulators);
  unsigned loop = reductions[level];
  int64_t step = schedule.step(loop), tiles = fullTiles(loop);
  if (tiles > 0) {
    auto [from, to] = reductionBounds(level, tiles * step);
    auto forOp = scf::ForOp::create(b, loc, from, to, state.constantIndex(step),
                                    accumulators);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    state.origin[loop] = forOp.getInductionVar();
    SmallVector<Value> next =
        emitReduction(level + 1, points,
                      llvm::to_vector_of<Value>(forOp.getRegionIterArgs()));
    scf::YieldOp::create(b, loc, next);
    accumulators = llvm::to_vector_of<Value>(forOp.getResults());
  }
  int64_t rest = remainder(loop);
  if (rest == 0 || isBatch(loop))
    return accumulators;
  // Only lanes leave a remainder of a reduction: part of one vector.
  SmallVector<TilePoint> partial(points);
  for (TilePoint &point : partial)
    point.validLanes = rest;
  state.origin[loop] = state.constantIndex(tiles * step);
  return emitReduction(level + 1, partial, accumulators);
}

/// The range of reduction loop `level`: its block, and only the steps in which
/// some element of the tile has a term.
std::pair<Value, Value> TileLoops::reductionBounds(unsigned level,
                                                   int64_t end) {
  unsigned loop = reductions[level];
  Value from = state.constantIndex(0);
  Value to = isBatch(loop) ? state.items : state.constantIndex(end);
  if (schedule.blockedLoop == loop) {
    from = blockStart;
    to = arith::AddIOp::create(b, loc, from,
                               state.constantIndex(schedule.block));
  }
  if (schedule.step(loop) != 1)
    return {from, to};
  for (const NestCondition &condition : nest.nonzero) {
    std::optional<AffineExpr> rest = boundOn(level, condition);
    if (!rest)
      continue;
    SmallVector<int64_t> none(nest.loops.size(), 0);
    if (condition.form.coefficients[loop] > 0)
      from = arith::MaxSIOp::create(b, loc, from, state.index(-*rest, none));
    else
      to = arith::MinSIOp::create(b, loc, to, state.index(*rest + 1, none));
  }
  return {from, to};
}

/// If `condition` reads `loop + rest >= 0` or `rest - loop >= 0` with a rest
/// that is known here: the largest rest of any element of the tile.
std::optional<AffineExpr> TileLoops::boundOn(unsigned level,
                                             const NestCondition &condition) {
  unsigned loop = reductions[level];
  const LinearForm &form = condition.form;
  int64_t coefficient = form.coefficients[loop], reach = 0;
  if (condition.isEquality || form.irregular.any() ||
      std::abs(coefficient) != 1)
    return std::nullopt;
  for (auto [other, info] : llvm::enumerate(nest.loops)) {
    if (other == loop || form.coefficients[other] == 0)
      continue;
    bool entered = llvm::is_contained(ArrayRef(reductions).take_front(level),
                                      unsigned(other));
    if (info.isReduction && !entered)
      return std::nullopt;
    reach += std::max<int64_t>(0, form.coefficients[other]) *
             (extents[other].elements - 1);
  }
  AffineExpr rest = form.expr - b.getAffineDimExpr(loop) * coefficient + reach;
  return simplifyAffineExpr(rest, nest.loops.size(), 0);
}

/// The order in which the points of a tile are written: the loop with the most
/// steps outermost. What depends on it alone is read, used and done with, and
/// only the few vectors of the other operand are held meanwhile.
SmallVector<unsigned> TileLoops::pointOrder(ArrayRef<TilePoint> points) const {
  SmallVector<unsigned> loops, order;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    loops.push_back(loop);
  llvm::sort(loops, [&](unsigned a, unsigned b) {
    return std::make_pair(-extents[a].steps, a) <
           std::make_pair(-extents[b].steps, b);
  });
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

SmallVector<Value> TileLoops::emitStep(ArrayRef<TilePoint> points,
                                       SmallVector<Value> accumulators) {
  body.startStep();
  size_t each = accumulators.size() / points.size();
  SmallVector<Value> next(accumulators.size());
  for (unsigned i : pointOrder(points)) {
    SmallVector<Value> joined = body.accumulate(
        ArrayRef(accumulators).slice(i * each, each), points[i]);
    llvm::copy(joined, next.begin() + i * each);
  }
  body.startStep();
  return next;
}

void TileLoops::finishTile(ArrayRef<TilePoint> points,
                           ArrayRef<Value> accumulators) {
  size_t each = accumulators.size() / points.size();
  for (auto [i, point] : llvm::enumerate(points)) {
    Value value = body.finish(accumulators.slice(i * each, each));
    if (blockStart)
      value = body.addPartial(value, blockStart, buffers.back(), point);
    if (take)
      take(value, point);
    else if (isa<VectorType>(value.getType()))
      storeResult(state, value, buffers.back(), point);
    else
      storeScalar(state, value, buffers.back(), point);
  }
}
