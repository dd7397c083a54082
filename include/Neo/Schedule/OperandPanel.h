//===- OperandPanel.h - A part of an operand, packed for its use -*- C++ -*-==//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A convolution whose lanes are output channels reads its weights across: in
// W[k, c, r, s] neighbours along k lie a whole filter apart. A schedule that
// says `pack [1]` copies what the tiles need of operand 1 into a *panel*, just
// before the loops that find it there:
//
//     vector [k: 16] tile [k: 2, q: 7] order [k, c, p, q] block [c: 16] pack
//     [1]
//
//     for k (32)
//       for c (16)                             a block of the reduction
//         panel[c, r, s, k] = W[k, c, r, s]    16 x 9 x 32 elements, 18 KiB
//         for p, for q (7)                     they do not move W
//           for c, r, s: tile += broadcast of X * two vectors of the panel
//
// A row of the panel is what one step of the reduction reads: all lanes of the
// tile. Rows follow one another as the reduction loops do in the operand, those
// with the longest stride outermost; the innermost that are neighbours there
// form a *run*, here (c, r, s): 144 elements for each lane, which leave
// transposed in registers.
//
// Lanes and blocks may end anywhere. The last tile of 1000 columns has 40 of
// its 64, and the last of four blocks of 256 of 1000 rows has 232: its panel is
// filled with what there is, and lanes beyond hold zeros that nobody stores.
//
// Contiguous rows are copied as they are. That pays where they begin
// anywhere in a cache line, or on one page each: the product of two matrices of
// 1000 x 1000 takes 19.9 ms that way, 22.3 in place.
//
// Why in the kernel and not once before it (PackOperands.cpp): the panel is
// read from the first-level cache, and the whole copy is neither written to
// memory nor read from there again. That counts where weights are used a few
// dozen times, as they are by 7 x 7 pixels.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_OPERANDPANEL_H
#define NEO_SCHEDULE_OPERANDPANEL_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct OperandPanel {
  struct Walk {
    unsigned loop;
    int64_t extent; // within one panel
    int64_t stride; // in the operand
    int64_t rows;   // how far a step moves in the panel
  };

  unsigned operand;
  unsigned laneLoop;
  int64_t laneStride;               // of the operand along the lanes
  int64_t width;                    // elements of a row
  llvm::SmallVector<Walk, 4> walks; // reduction loops, outermost first
  unsigned runWalks = 0;            // the last of them that form the run
  int64_t run = 1;                  // elements of it
  unsigned level = 0;               // of `order`, before which it is filled

  int64_t rows() const;
  int64_t elements() const { return rows() * width; }
  /// Are lanes contiguous in the operand, so that rows are copied?
  bool copiesRows() const { return laneStride == 1; }
};

/// The panel of `operand` under `schedule`. If the operand cannot be packed,
/// nothing, and `reason` says why.
std::optional<OperandPanel> layPanel(const LoopNest &nest,
                                     const Schedule &schedule, unsigned operand,
                                     std::string &reason);

/// Cycles that filling the panels takes in all.
double costOfPanels(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_OPERANDPANEL_H
