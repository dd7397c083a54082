//===- OperandPanel.h - Operands packed in a kernel -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A convolution whose lanes are output channels has a strided access to its
// weights: the stride of k in W[k, c, r, s] is a whole filter. A schedule with
// `pack [1]` packs the part of operand 1 that the tiles need into a *panel*,
// just before the loops that reuse it:
//
//     vector [k: 16] tile [k: 2, q: 7] order [k, c, p, q] block [c: 16] pack
//     [1]
//
//     for k (32)
//       for c (16)                             a block of the reduction
//         panel[c, r, s, k] = W[k, c, r, s]    16 x 9 x 32 elements, 18 KiB
//         for p, for q (7)                     W does not depend on them
//           for c, r, s: tile += broadcast of X * two vectors of the panel
//
// A row of the panel is read by one step of the reduction: all lanes of the
// tile. Rows are in the order of the reduction loops by stride in the operand,
// the largest outermost; the innermost ones that are contiguous there form a
// *run*, here (c, r, s): 144 elements for each lane, which are transposed in
// registers.
//
// Lanes and blocks may have remainders. The last tile of 1000 columns has 40 of
// its 64, and the last of four blocks of 256 of 1000 rows has 232: its panel is
// filled partially, and lanes beyond the end hold zeros, whose results are not
// stored.
//
// Contiguous rows are copied without a transpose. That pays where they are not
// aligned to cache lines, or each on a different page: the product of two
// matrices of 1000 x 1000 takes 19.9 ms that way, 22.3 in place.
//
// Packing in the kernel, and not once before it (PackOperands.cpp), keeps the
// panel in L1, and saves writing the whole copy to memory and reading it again.
// That matters where weights are reused a few dozen times only, as with 7 x 7
// pixels.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_OPERANDPANEL_H
#define NEO_SCHEDULE_OPERANDPANEL_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct OperandPanel {
  struct Walk {
    unsigned loop;
    int64_t extent; // steps within one panel
    int64_t stride; // in the operand
    int64_t rows;   // stride in the panel, in rows
  };

  unsigned operand;
  unsigned laneLoop;
  int64_t laneStride;               // of the operand along the lanes
  int64_t width;                    // elements of a row
  llvm::SmallVector<Walk, 4> walks; // reduction loops, outermost first
  unsigned runWalks = 0; // number of the innermost ones that form the run
  int64_t run = 1;       // elements of the run
  unsigned level = 0;    // position in `order` before which it is packed

  int64_t rows() const;
  int64_t elements() const { return rows() * width; }
  /// Are lanes contiguous in the operand, so that rows are copied?
  bool copiesRows() const { return laneStride == 1; }
};

/// The panel of `operand` under `schedule`; none, with the reason in `reason`,
/// if the operand cannot be packed.
std::optional<OperandPanel> planPanel(const LoopNest &nest,
                                      const Schedule &schedule,
                                      unsigned operand, std::string &reason);

/// Total cycles of packing the panels.
double costOfPanels(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_OPERANDPANEL_H
