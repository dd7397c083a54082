//===- NextTile.cpp - Asking for what is read next ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "NextTile.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

NextTile::NextTile(TileState &state, ValueRange buffers)
    : state(state), b(state.b), loc(state.loc), buffers(buffers) {
  for (unsigned i = 0, e = state.nest.operands.size(); i < e; ++i)
    if (auto ahead = findReadAhead(state.nest, state.schedule, i))
      all.push_back({i, *ahead, piecesOf(i)});
}

/// What a tile reads of the operand.
LinePieces NextTile::piecesOf(unsigned operand) const {
  const NestOperand &read = state.nest.operands[operand];
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, stride] : llvm::enumerate(read.access.coefficients))
    if (stride != 0)
      strides.push_back({stride, stepAround(state.nest, state.schedule, loop)});
  llvm::sort(strides);
  LinePieces pieces(read.type);
  for (auto [stride, count] : strides)
    pieces.repeat(count, stride);
  return pieces;
}

/// Where the tile reads one step later.
Value NextTile::locate(const Moving &moving, Value blockStart) {
  const LinearForm &access = state.nest.operands[moving.operand].access;
  const ReadAhead &ahead = moving.ahead;
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

void NextTile::ask(ArrayRef<unsigned> reductions, Value blockStart) {
  for (const Moving &moving : all) {
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
    moving.pieces.ask(state, buffers[moving.operand],
                      locate(moving, blockStart), number, uses);
  }
}
