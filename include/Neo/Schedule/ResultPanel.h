//===- ResultPanel.h - Staged write-back of results -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradient of weights, dW[k, c, r, s], has its lanes along k, with the
// stride of a whole filter, and a tile contains a few taps of each filter.
// Stored directly, that is a piece of 12 or 36 bytes at each of 32 positions,
// which for 1024 input channels map to the same set of L1: lines are evicted
// before they are complete. A schedule with `writeback [c: 16]` collects the
// tiles of 16 channels in a scratch buffer, and stores them afterwards:
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
// Squares of rows are transposed in registers and stored as whole cache lines,
// so a large result can be written by streaming stores: 12.8 MB of a stem
// convolution, 64 channels of 224 x 224 pixels by `vector [k: 16] tile [k: 2,
// q: 8]`, took 5.3 ms with a store per tile and takes 4.1 with `writeback [q:
// 32]`. It is the inverse of OperandPanel.h.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_RESULTPANEL_H
#define NEO_SCHEDULE_RESULTPANEL_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct ResultPanel {
  unsigned laneLoop = 0;
  int64_t laneStride = 0;            // stride of the lanes in the result
  int64_t width = 0;                 // elements of a row: all lanes of a tile
  int64_t run = 0;                   // number of rows, contiguous in the result
  llvm::SmallVector<unsigned> loops; // that index the run
};

/// The panel of the result if `schedule` stages one; none, with the reason in
/// `reason`, if that is not possible.
std::optional<ResultPanel> planResultPanel(const LoopNest &nest,
                                           const Schedule &schedule,
                                           std::string &reason);

/// `schedule`, with lanes and order chosen, and the result staged in blocks of
/// a suitable size, if that is possible.
std::optional<Schedule> stageResult(const LoopNest &nest,
                                    const Schedule &schedule);

/// The same where no operand is packed and the result goes to memory: a
/// convolution with channels as lanes and tiles of 8 pixels writes half a line
/// at each of 32 positions.
std::optional<Schedule> stageResultToMemory(const LoopNest &nest,
                                            const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_RESULTPANEL_H
