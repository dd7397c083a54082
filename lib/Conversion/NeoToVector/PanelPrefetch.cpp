//===- PanelPrefetch.cpp - The lines of the next panel --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What the next panel is made of is dealt out to the steps that use this one
// (LineDeal.h).
//
//===----------------------------------------------------------------------===//

#include "LineDeal.h"
#include "OperandPanels.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// What a panel is read from.
static LinePieces findPieces(const OperandPanel &panel, RankedTensorType type) {
  LinePieces source(type, panel.run);
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
  findPieces(filled.panel, state.nest.operands[filled.panel.operand].type)
      .ask(state, filled.source, filled.next,
           state.plus(step, state.tileNumber(loops), steps),
           state.countTiles(loops) * steps);
}
