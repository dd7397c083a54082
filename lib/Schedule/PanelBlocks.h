//===- PanelBlocks.h - Blocks along panels made before ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An operand may lie in panels already, because neo-pack made a copy:
//
//     C[p, k] = sum_c A[p, c] * P[k floordiv 32, c, k mod 32]
//
// A tile then reads one panel from its beginning to its end. Where that is more
// than the nearest cache holds, every tile of p fetches it anew from far away.
// So all tiles of p go along a part of the panel before the next part, as they
// do where the kernel packs by itself (PackedVariants.h), and their sums wait:
//
//     for k_outer
//       for c in blocks
//         for tiles of p
//
// Beside a window that slides over the other operand, as in a convolution,
//
//     C[p, q, k] = sum_c,r,s A[c, p + r, q + s] * P[k floordiv 16, c, r, s, k]
//
// a panel is too long earlier: what passes by in vectors pushes the window out
// of the first-level cache, which the next tile reads again. So there panels
// from 24 KB on may go in blocks, and those that do not pay for their lines.
//
// The order follows from what moves the panel, so it is not searched. Nor are
// tiles over several panels: each is a stream of its own from far away.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_PANELBLOCKS_H
#define NEO_LIB_SCHEDULE_PANELBLOCKS_H

#include "Neo/Schedule/Schedule.h"

#include <vector>

namespace neo {

/// The loop that moves an operand from panel to panel, and the one along a row
/// of the panel.
struct PanelLoops {
  unsigned outer, inner;
};

/// Those of every operand whose memory is panels in a row: the reduction moves
/// it by whole rows, and no other operand knows the two loops.
llvm::SmallVector<PanelLoops> findPanels(const LoopNest &nest);

/// Does a tile that has `panels` along its lanes keep to one of each?
bool keepsToPanels(llvm::ArrayRef<PanelLoops> panels, const Schedule &schedule);

/// `schedule`, whose order is not chosen, in blocks inside the loops that move
/// an operand in panels; none if no operand lies in panels longer than a block.
std::vector<Schedule> listPanelBlocks(const LoopNest &nest,
                                      const Schedule &schedule);

/// Cycles for rows that each tile reads anew from the second-level cache, where
/// they pass by a window that slides and push it out of the first.
double costOfFarRows(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_PANELBLOCKS_H
