//===- NextTile.cpp - Prefetching for the next tile -----------------------===//
//------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "NextTile.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Machine/CacheLine.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

NextTile::NextTile(TileState &state, ValueRange buffers)
    : state(state), b(state.b), loc(state.loc), buffers(buffers) {
  bool near = InstructionSet::of(state.nest.op).nearStreams;
  for (unsigned i = 0, e = state.nest.operands.size(); i < e; ++i)
    if (auto ahead = findPrefetch(state.nest, state.schedule, i, near))
      all.push_back({i, *ahead, segmentsOf(i), near && ahead->isStream});
}

/// The segments of the operand that a tile reads.
PrefetchSegments NextTile::segmentsOf(unsigned operand) const {
  const NestOperand &read = state.nest.operands[operand];
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, stride] : llvm::enumerate(read.access.coefficients))
    if (stride != 0)
      strides.push_back({stride, stepAround(state.nest, state.schedule, loop)});
  llvm::sort(strides);
  PrefetchSegments segments(read.type);
  for (auto [stride, count] : strides)
    segments.repeat(count, stride);
  return segments;
}

/// The position from which the tile one step later reads.
Value NextTile::locate(const Moving &moving, Value blockStart) {
  const LinearForm &access = state.nest.operands[moving.operand].access;
  const PrefetchPlan &ahead = moving.ahead;
  SmallVector<Value> entered = state.origin;
  for (auto [loop, info] : llvm::enumerate(state.nest.loops))
    if (info.isReduction)
      state.origin[loop] = state.schedule.blockedLoop == loop
                               ? blockStart
                               : state.constantIndex(0);
  SmallVector<int64_t> none(state.nest.loops.size(), 0);
  Value base = state.index(access.expr, none), at = state.origin[ahead.loop];
  state.origin = std::move(entered);
  auto moved = [&](Value from, unsigned loop) -> Value {
    int64_t by = access.coefficients[loop] *
                 stepAround(state.nest, state.schedule, loop);
    return arith::AddIOp::create(b, loc, from, state.constantIndex(by));
  };
  Value next = moved(base, ahead.loop);
  if (!ahead.outer)
    return next;
  int64_t last = state.nest.loops[ahead.loop].extent -
                 stepAround(state.nest, state.schedule, ahead.loop);
  Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, at,
                                     state.constantIndex(last));
  Value anew = state.plus(base, at, -access.coefficients[ahead.loop]);
  return arith::SelectOp::create(b, loc, more, next, moved(anew, *ahead.outer));
}

/// Prefetches the rows of the next block, which the tiles of this block share,
/// in memory order: every step of every tile prefetches as many columns as it
/// reads. A thread that computes some of the tiles prefetches their columns
/// only.
void NextTile::prefetchEvenly(const Moving &moving, Value blockStart) {
  unsigned loop = *moving.ahead.along, rows = moving.ahead.loop;
  const NestOperand &read = state.nest.operands[moving.operand];
  int64_t columns = state.schedule.step(loop), block = state.schedule.block;
  int64_t pitch = read.access.coefficients[rows];
  auto constant = [&](int64_t value) { return state.constantIndex(value); };
  // Multiplications instead of divisions, which would cost a quarter of the
  // gain: every instruction takes a slot of the out-of-order window.
  Value perColumn = constant(block), perRow = constant(columns);
  if (state.schedule.parallelLoops > 0 && state.sharedBegin) {
    Value tiles =
        arith::SubIOp::create(b, loc, state.sharedEnd, state.sharedBegin);
    Value isAll = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, tiles,
                                        constant(state.countTiles(loop)));
    perColumn = arith::SelectOp::create(b, loc, isAll, perColumn, constant(1));
    perRow = arith::SelectOp::create(b, loc, isAll, perRow, constant(pitch));
  }
  Value next = state.plus(locate(moving, blockStart), state.origin[loop], -1);
  Value back = arith::MulIOp::create(b, loc, blockStart, perRow);
  next = arith::SubIOp::create(b, loc, next, back);
  Value row = arith::MulIOp::create(b, loc, state.origin[rows], perRow);
  next = arith::AddIOp::create(b, loc, next, row);
  Value along = arith::MulIOp::create(b, loc, state.origin[loop], perColumn);
  Value place = arith::AddIOp::create(b, loc, next, along);
  int64_t each = getElementBytes(read.type), perLine = cacheLineBytes / each;
  for (int64_t line = 0; line < columns / perLine; ++line)
    memref::PrefetchOp::create(
        b, loc, buffers[moving.operand],
        ValueRange(arith::AddIOp::create(b, loc, place,
                                         constant((line + 1) * perLine - 1))),
        /*isWrite=*/false, /*localityHint=*/moving.near ? 3 : 2,
        /*isDataCache=*/true);
}

void NextTile::prefetch(ArrayRef<unsigned> reductions, Value blockStart) {
  for (const Moving &moving : all) {
    if (moving.ahead.along) {
      prefetchEvenly(moving, blockStart);
      continue;
    }
    Value number = state.tileNumber(moving.ahead.inside);
    int64_t uses = state.countTiles(moving.ahead.inside);
    for (unsigned loop : reductions) {
      Value at = state.origin[loop];
      if (state.schedule.blockedLoop == loop)
        at = arith::SubIOp::create(b, loc, at, blockStart);
      int64_t step = state.schedule.step(loop);
      at = arith::DivUIOp::create(b, loc, at, state.constantIndex(step));
      int64_t count =
          llvm::divideCeil(stepAround(state.nest, state.schedule, loop), step);
      number = state.plus(at, number, count);
      uses *= count;
    }
    // As late as possible: lines that arrive early evict lines in use.
    if (uses >= 2 * moving.segments.lines()) {
      unsigned shift = llvm::Log2_64(uses / moving.segments.lines());
      number =
          arith::ShRUIOp::create(b, loc, number, state.constantIndex(shift));
      uses = llvm::divideCeil(uses, int64_t(1) << shift);
    }
    moving.segments.prefetch(state, buffers[moving.operand],
                             locate(moving, blockStart), number, uses,
                             moving.near);
  }
}
