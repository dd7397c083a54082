//===- PanelBlocks.h - Blocking along packed panels -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An operand may be packed in panels already, by neo-pack:
//
//     C[p, k] = sum_c A[p, c] * P[k floordiv 32, c, k mod 32]
//
// A tile then reads one panel sequentially. If the panel exceeds L1, every tile
// of p fetches it again from a farther level. So the reduction is blocked: all
// tiles of p use a part of the panel before the next part, as they do where the
// kernel packs by itself (PackedVariants.h), and their partial sums are stored:
//
//     for k_outer
//       for c in blocks
//         for tiles of p
//
// Beside a window that slides over the other operand, as in a convolution,
//
//     C[p, q, k] = sum_c,r,s A[c, p + r, q + s] * P[k floordiv 16, c, r, s, k]
//
// smaller panels are too long already: a panel that streams through L1 evicts
// the window, which the next tile reads again. So panels from 24 KB on may be
// blocked there, and the cost of others includes the evicted lines.
//
// The order follows from the loops that index the panel, so it is not searched.
// Nor are tiles over several panels: each would be a separate stream.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_PANELBLOCKS_H
#define NEO_LIB_SCHEDULE_PANELBLOCKS_H

#include "Neo/Schedule/Schedule.h"

#include <vector>

namespace neo {

/// The loop that indexes the panels of an operand, and the one along a row of a
/// panel.
struct PanelLoops {
  unsigned outer, inner;
};

/// Those of every operand in panel layout: the reduction has strides of whole
/// rows, and no other operand depends on the two loops.
llvm::SmallVector<PanelLoops> findPanels(const LoopNest &nest);

/// Does a tile whose lanes are along `panels` stay within one panel of each?
bool staysInPanels(llvm::ArrayRef<PanelLoops> panels, const Schedule &schedule);

/// Variants of `schedule`, whose order is not chosen, with blocks inside the
/// loops that index an operand in panels; none if no operand has panels longer
/// than a block.
std::vector<Schedule> listPanelBlocks(const LoopNest &nest,
                                      const Schedule &schedule);

/// Cycles for rows that each tile reads again from L2, because a streamed panel
/// evicts the sliding window from L1.
double costOfEvictedWindows(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_PANELBLOCKS_H
