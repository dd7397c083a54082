//===- PanelPrefetch.cpp - The lines of the next panel --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The source of a panel is a number of pieces, each some cache lines of
// neighbours; the uses of a panel are a number of steps. Lines are dealt out
// evenly: with 32 pieces of 9 lines and 112 steps,
//
//     step 0   piece 0, lines 0 1 2      step 3   piece 1, lines 0 1 2
//     step 1   piece 0, lines 3 4 5      ...
//     step 2   piece 0, lines 6 7 8      step 95  piece 31, lines 6 7 8
//
// The steps that are left ask for the last lines again.
//
//===----------------------------------------------------------------------===//

#include "OperandPanels.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

constexpr int64_t lineBytes = 64;

namespace {
/// What a panel is read from: pieces, by digits of their number.
struct PanelSource {
  struct Digit {
    int64_t count, stride;
  };
  SmallVector<Digit> digits; // the last one counts fastest
  int64_t pieces = 1, lines = 1;
};
} // namespace

static PanelSource findPieces(const OperandPanel &panel, int64_t elementBytes) {
  PanelSource source;
  int64_t piece = panel.run;
  bool aligned = true;
  auto append = [&](int64_t count, int64_t stride) {
    if (stride == piece) {
      piece *= count; // what follows without a gap
      return;
    }
    source.digits.insert(source.digits.begin(), {count, stride});
    source.pieces *= count;
    aligned &= stride * elementBytes % lineBytes == 0;
  };
  append(panel.width, panel.laneStride);
  for (const OperandPanel::Walk &walk :
       llvm::reverse(ArrayRef(panel.walks).drop_back(panel.runWalks)))
    append(walk.extent, walk.stride);
  source.lines =
      llvm::divideCeil(piece * elementBytes, lineBytes) + (aligned ? 0 : 1);
  return source;
}

/// The tiles that use one panel.
static int64_t countTiles(const TileState &state, ArrayRef<unsigned> loops) {
  int64_t tiles = 1;
  for (unsigned loop : loops)
    if (!state.nest.loops[loop].isReduction)
      tiles *= llvm::divideCeil(state.nest.loops[loop].extent,
                                state.schedule.step(loop));
  return tiles;
}

void OperandPanels::prefetch(Value step, int64_t steps) {
  for (const Filled &filled : panels)
    prefetch(filled, step, steps);
}

void OperandPanels::prefetch(const Filled &filled, Value step, int64_t steps) {
  NestOperand operand = state.nest.operands[filled.panel.operand];
  int64_t bytes = getElementBytes(operand.type);
  int64_t perLine = lineBytes / bytes;
  PanelSource source = findPieces(filled.panel, bytes);
  ArrayRef<unsigned> loops =
      ArrayRef(state.schedule.order).drop_front(filled.panel.level);
  int64_t uses = countTiles(state, loops) * steps;
  int64_t each =
      std::min(source.lines,
               int64_t(llvm::divideCeil(source.pieces * source.lines, uses)));
  int64_t groups = llvm::divideCeil(source.lines, each);
  // More lines than a step has room for are no longer asked for in passing.
  constexpr int64_t mostLines = 8;
  if (each > mostLines)
    return;
  auto constant = [&](int64_t value) { return state.constantIndex(value); };
  Value number = plus(step, state.tileNumber(loops), steps);
  number = arith::MinUIOp::create(b, loc, number,
                                  constant(source.pieces * groups - 1));
  Value group = arith::RemUIOp::create(b, loc, number, constant(groups));
  Value piece = arith::DivUIOp::create(b, loc, number, constant(groups));
  Value place = plus(filled.next, group, each * perLine);
  for (const PanelSource::Digit &digit : llvm::reverse(source.digits)) {
    Value index = arith::RemUIOp::create(b, loc, piece, constant(digit.count));
    piece = arith::DivUIOp::create(b, loc, piece, constant(digit.count));
    place = plus(place, index, digit.stride);
  }
  int64_t last = operand.type.getNumElements() - each * perLine;
  place = arith::MinUIOp::create(b, loc, place,
                                 constant(std::max<int64_t>(last, 0)));
  for (int64_t line = 0; line < each; ++line)
    memref::PrefetchOp::create(b, loc, filled.source,
                               ValueRange(arith::AddIOp::create(
                                   b, loc, place, constant(line * perLine))),
                               /*isWrite=*/false, /*localityHint=*/2,
                               /*isDataCache=*/true);
}
