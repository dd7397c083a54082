//===- TileLoops.cpp - The loops of a kernel around its tiles -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileLoops.h"

#include "AMXReduction.h"
#include "AccumulatorInit.h"
#include "AlignmentPeeling.h"
#include "InterleavedStore.h"
#include "LaneSums.h"
#include "OperandAccess.h"

#include "Neo/Schedule/AccessPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

void TileLoops::setExtent(unsigned loop, int64_t elements) {
  extents[loop].elements = elements;
  extents[loop].steps = llvm::divideCeil(elements, schedule.lanesOf(loop));
  state.steps[loop] = extents[loop].steps;
}

/// The number of tiles of `loop` in the parallel range.
Value TileLoops::countTiles(unsigned loop) {
  if (isBatch(loop))
    return arith::CeilDivUIOp::create(b, loc, state.items,
                                      state.constantIndex(schedule.step(loop)));
  return state.constantIndex(fullTiles(loop) + (remainder(loop) ? 1 : 0));
}

/// Delinearises the step of the parallel range into one tile number per
/// parallel loop, innermost fastest.
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

/// Sets extent and range of `loop` for the tiles of `section`.
void TileLoops::enterSection(unsigned loop, const TileSection &section) {
  int64_t step = stepOf(schedule, loop), first = section.first * step;
  setExtent(loop, section.elements);
  // The steps of an unroll group, until one of them is emitted (emitStep).
  int64_t inGroup = schedule.groupedLoop == loop ? section.elements - 1 : 0;
  state.ranges[loop] = {first, first + (section.tiles - 1) * step + inGroup};
  if (section.tiles == 1)
    state.origin[loop] = state.constantIndex(first);
}

void TileLoops::emitSharedLoop(unsigned level, ArrayRef<Value> tiles) {
  if (level == schedule.parallelLoops)
    return emitLoop(level);
  unsigned loop = schedule.order[level];
  if (!isBatch(loop))
    return emitSharedSections(level, tiles, sectionsOf(nest, schedule, loop));
  state.origin[loop] = arith::MulIOp::create(
      b, loc, tiles[level], state.constantIndex(schedule.step(loop)));
  emitSharedItems(level, tiles);
}

/// Branches to the section that contains the tile of this step.
void TileLoops::emitSharedSections(unsigned level, ArrayRef<Value> tiles,
                                   ArrayRef<TileSection> sections) {
  unsigned loop = schedule.order[level];
  const TileSection &section = sections.front();
  auto emitInside = [&] {
    state.origin[loop] = arith::MulIOp::create(
        b, loc, tiles[level], state.constantIndex(schedule.step(loop)));
    enterSection(loop, section);
    emitSharedLoop(level + 1, tiles);
  };
  if (sections.size() == 1)
    return emitInside();
  Value isHere =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, tiles[level],
                            state.constantIndex(section.first + section.tiles));
  auto branch = scf::IfOp::create(b, loc, isHere, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitInside();
  b.setInsertionPointToStart(branch.elseBlock());
  emitSharedSections(level, tiles, sections.drop_front());
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

/// Items [from, to) of a batch: full tiles of `step`, then a remainder loop of
/// smaller tiles, since one item at a time would use few registers.
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

/// The tile of items at the origin, which may be the last, partial one.
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

/// The loop over blocks of the reduction, inside loops of the result.
void TileLoops::emitBlocks(unsigned level) {
  int64_t extent = nest.loops[schedule.order[level]].extent;
  state.forEach(extent, schedule.block, [&](Value start) {
    insideStart = start;
    emitLoop(level + 1);
  });
}

/// The loop over blocks of a staged write-back.
void TileLoops::emitStaged(unsigned level) {
  unsigned loop = schedule.order[level];
  int64_t step = schedule.step(loop), extent = nest.loops[loop].extent;
  setExtent(loop, step);
  state.ranges[loop] = {0, extent - step};
  state.forEach(extent, schedule.staged, [&](Value start) {
    rowsStart = start;
    state.forEach(schedule.staged, step, [&](Value inside) {
      state.origin[loop] = arith::AddIOp::create(b, loc, start, inside);
      emitLoop(level + 1);
    });
    rows->writeBack(start);
  });
}

/// The innermost loop, over a row, peeled for alignment.
void TileLoops::emitPeeledRow(unsigned level) {
  unsigned loop = schedule.order[level];
  state.origin[loop] = state.constantIndex(0);
  Value begin =
      state.position(nest.output, SmallVector<int64_t>(nest.loops.size(), 0));
  int64_t extent = nest.loops[loop].extent;
  emitPeeled(b, loc, {buffers.back(), begin, extent, state.lanes},
             schedule.step(loop),
             [&](Value from, int64_t count, std::optional<StoredPart> part) {
               setExtent(loop, count);
               state.ranges[loop] = {0, extent - count};
               state.origin[loop] = from;
               state.part = part;
               emitLoop(level + 1);
             });
  state.part.reset();
}

void TileLoops::emitLoop(unsigned level) {
  panels.fill(level, insideStart ? insideStart : blockStart);
  if (level == schedule.order.size())
    return emitTile();
  unsigned loop = schedule.order[level];
  if (nest.loops[loop].isReduction)
    return emitBlocks(level);
  if (rows && schedule.stagedLoop == loop)
    return emitStaged(level);
  if (isBatch(loop))
    return emitAllItems(loop, state.constantIndex(0), state.items,
                        schedule.step(loop), [&] { emitLoop(level + 1); });
  if (state.peelsRows && level + 1 == schedule.order.size())
    return emitPeeledRow(level);
  int64_t step = schedule.step(loop);
  for (const TileSection &section : sectionsOf(nest, schedule, loop)) {
    if (section.tiles == 0)
      return;
    OpBuilder::InsertionGuard guard(b);
    enterSection(loop, section);
    if (section.tiles > 1 && slides(level)) {
      emitSliding(loop, section);
      continue;
    }
    if (section.tiles > 1) {
      int64_t end = (section.first + section.tiles) * step;
      auto forOp = scf::ForOp::create(
          b, loc, state.constantIndex(section.first * step),
          state.constantIndex(end), state.constantIndex(step));
      b.setInsertionPointToStart(forOp.getBody());
      state.origin[loop] = forOp.getInductionVar();
    }
    emitLoop(level + 1);
  }
}

/// Every vector of the tile, with its offset and number of valid lanes.
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
        // With several vectorised loops, the remainder of an inner one becomes
        // holes.
        if (left < lanes && schedule.vector.front().loop == loop)
          copy.validLanes = left * (state.lanes / lanes);
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
  if (storesPointwise())
    return emitPoints(points);
  ComputeOp op = nest.op;
  if (op.getKind() == ReductionKind::none) {
    SmallVector<FinishedVector> finished;
    for (const TilePoint &point : points)
      finished.push_back({body.evaluate(point), point});
    return storeTile(finished);
  }
  bool empty = llvm::is_contained(op.getReductionExtents(), 0);
  if (!empty && storesPointByPoint(points))
    return emitPointByPoint(points);
  SmallVector<Value> accumulators;
  for (size_t i = 0; i < points.size(); ++i)
    llvm::append_range(accumulators, body.identity());
  if (sums)
    accumulators = sums->resume(accumulators, insideStart);
  else if (loadsAccumulators())
    accumulators = loadAccumulators(state, accumulators, points, blockStart,
                                    buffers.back());
  if (!empty && schedule.matrix)
    accumulators = emitAMXReduction(state, buffers, points, accumulators);
  else if (!empty)
    accumulators = emitReduction(0, points, accumulators);
  if (!sums)
    return finishTile(points, accumulators);
  sums->suspend(accumulators, insideStart,
                [&] { finishTile(points, accumulators); });
}

/// Are the accumulators of a tile initialised with the partial sums in the
/// result?
bool TileLoops::loadsAccumulators() const {
  ComputeOp op = nest.op;
  return blockStart && !take && !rows && !body.findsPosition() &&
         body.accumulatorType() == op.getType().getElementType() &&
         accumulatesInResult(nest, schedule);
}

/// Sums the lanes of several accumulators together where their sums are
/// contiguous in the result; returns false where that does not apply.
bool TileLoops::storeSums(ArrayRef<TilePoint> points,
                          ArrayRef<Value> accumulators) {
  ComputeOp op = nest.op;
  Type type = op.getType().getElementType();
  if (take || rows || blockStart || !schedule.reducesLanes(nest) ||
      op.getKind() != ReductionKind::sum || !isa<FloatType>(type) ||
      body.accumulatorType() != type)
    return false;
  while (!points.empty()) {
    size_t count = countSummedTogether(state, points);
    Value all =
        sumLanes(b, loc, SmallVector<Value>(accumulators.take_front(count)));
    if (count == 1) {
      Value sum = vector::ExtractOp::create(b, loc, all, 0);
      storeScalar(state, sum, buffers.back(), points.front());
    } else {
      Value to = state.position(nest.output, points.front().offsets);
      vector::StoreOp::create(b, loc, all, buffers.back(), to);
    }
    points = points.drop_front(count);
    accumulators = accumulators.drop_front(count);
  }
  return true;
}

void TileLoops::finishTile(ArrayRef<TilePoint> points,
                           ArrayRef<Value> accumulators) {
  if (storeSums(points, accumulators))
    return;
  size_t each = accumulators.size() / points.size();
  SmallVector<FinishedVector> finished;
  for (auto [i, point] : llvm::enumerate(points))
    finished.push_back(
        {body.finish(accumulators.slice(i * each, each)), point});
  if (take)
    return take(finished);
  if (rows)
    return rows->keep(finished, rowsStart);
  storeTile(finished);
}

void TileLoops::storeTile(ArrayRef<FinishedVector> finished) {
  Value buffer = buffers.back();
  SmallVector<FinishedVector> rest(finished);
  if (!blockStart)
    rest = storeInterleaved(state, rest, buffer);
  for (auto [value, point] :
       storeTransposed(state, body, rest, buffer, blockStart)) {
    if (blockStart && !loadsAccumulators())
      value = body.addPartial(value, blockStart, buffer, point);
    storeResult(state, value, buffer, point);
  }
}
