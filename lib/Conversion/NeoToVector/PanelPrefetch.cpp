//===- PanelPrefetch.cpp - Prefetching the next panel ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The elements that the next panel is packed from are prefetched during the
// steps that use this one (PrefetchSegments.h), including what vector loads
// read beyond the end: nine taps of each of 32 channels are 288 contiguous
// elements, 18 lines; the vector of the last channel begins at 279 and ends in
// a 19th line.
//
//===----------------------------------------------------------------------===//

#include "OperandPanels.h"
#include "PrefetchSegments.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// The segments that a panel is packed from. The last vector load of a run
/// extends beyond it and waits for the line in which it ends, even if all
/// elements in that line are masked off.
static PrefetchSegments findSegments(const OperandPanel &panel,
                                     RankedTensorType type, int64_t lanes) {
  int64_t run =
      panel.copiesRows() ? panel.run : llvm::alignTo(panel.run, lanes);
  PrefetchSegments source(type, run);
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
  findSegments(filled.panel, state.nest.operands[filled.panel.operand].type,
               state.lanes)
      .prefetch(state, filled.source, filled.next,
                state.plus(step, state.tileNumber(loops), steps),
                state.countTiles(loops) * steps);
}
