//===- PanelPrefetch.cpp - The lines of the next panel --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What the next panel is made of is dealt out to the steps that use this one
// (LineDeal.h), to the end of its vectors: nine taps of each of 32 channels are
// 288 neighbours, 18 lines. The last channel's vector begins at 279 and ends in
// a 19th line.
//
//===----------------------------------------------------------------------===//

#include "LineDeal.h"
#include "OperandPanels.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// What a panel is read from. The last vector of a run reaches beyond it, and
/// waits for the line in which it ends, even where a mask leaves out all of it.
static LinePieces findPieces(const OperandPanel &panel, RankedTensorType type,
                             int64_t lanes) {
  int64_t run =
      panel.copiesRows() ? panel.run : llvm::alignTo(panel.run, lanes);
  LinePieces source(type, run);
  source.repeat(panel.width, panel.laneStride);
  for (const OperandPanel::Walk &walk :
       llvm::reverse(ArrayRef(panel.walks).drop_back(panel.runWalks)))
    source.repeat(walk.extent, walk.stride);
  return source;
}

void OperandPanels::prefetch(Value step, int64_t steps) {
  for (const Filled &filled : panels)
    prefetch(filled, step, steps);
}

void OperandPanels::prefetch(const Filled &filled, Value step, int64_t steps) {
  ArrayRef<unsigned> loops =
      ArrayRef(state.schedule.order).drop_front(filled.panel.level);
  findPieces(filled.panel, state.nest.operands[filled.panel.operand].type,
             state.lanes)
      .prefetch(state, filled.source, filled.next,
                state.plus(step, state.tileNumber(loops), steps),
                state.countTiles(loops) * steps);
}
