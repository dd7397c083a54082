//===- ResultPanel.h - A part of the result, stored in rows -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradient of weights, dW[k, c, r, s], has its lanes along k: they lie a
// whole filter apart, and what a tile has of a filter is a few taps. Stored at
// once that is a piece of 12 or 36 bytes in each of 32 places, which for 1024
// input channels fall on the same set of the first-level cache: lines come and
// go before they are full. A schedule that says `writeback [c: 16]` gathers the
// tiles of 16 channels in a scratch buffer, and stores them when these are
// done:
//
//     vector [k: 16] tile [k: 2, c: 2, s: 3] order [k, c, r, s] writeback [c:
//     16]
//
//     for k (32)
//       for c (16)
//         for c (2), for r, for s (3)          tiles of 12 vectors
//           rows[c, r, s, k] = tile            144 rows of 32
//         dW[k, c, r, s] = rows[c, r, s, k]    32 runs of 576 bytes
//
// Rows leave as squares that are transposed in registers, whole cache lines at
// a time, so a large result is written by streaming stores: 12.8 MB of a stem
// convolution, 64 channels of 224 x 224 pixels by `vector [k: 16] tile [k: 2,
// q: 8]`, took 5.3 ms as each tile was stored and take 4.1 by `writeback [q:
// 32]`. It is OperandPanel.h the other way round.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_RESULTPANEL_H
#define NEO_SCHEDULE_RESULTPANEL_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct ResultPanel {
  unsigned laneLoop = 0;
  int64_t laneStride = 0;            // of the result along the lanes
  int64_t width = 0;                 // elements of a row: all lanes of a tile
  int64_t run = 0;                   // rows, neighbours in the result
  llvm::SmallVector<unsigned> loops; // that walk the run
};

/// The panel of the result if `schedule` stages one. Where it cannot, nothing,
/// and `reason` says why.
std::optional<ResultPanel> layResultPanel(const LoopNest &nest,
                                          const Schedule &schedule,
                                          std::string &reason);

/// `schedule` with the result staged in blocks of the right size, if that is
/// possible: it must have its lanes and order.
std::optional<Schedule> stageResult(const LoopNest &nest,
                                    const Schedule &schedule);

/// The same where no operand is packed and the result goes to memory: a
/// convolution's, whose lanes are channels and whose tiles are 8 pixels, leaves
/// half a line in each of 32 places.
std::optional<Schedule> stageFarResult(const LoopNest &nest,
                                       const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_RESULTPANEL_H
