//===- ComputeAt.h - Producers computed where they are read -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Producer-consumer fusion at the level of schedules (compute-at in Halide): a
// step of the consumer can run as soon as the step of the producer that it
// reads is done. The mean of each diagonal of blocks of 8 x 8, and the blocks
// with these means:
//
//     D[a, c, d] = sum_k X[8 a + k, 8 c + (d + k) mod 8]     c < 32, d < 8
//     Y[i, j]    = D[i / 8, j / 8, (j - i) mod 8]
//
// By their schedules a is the outermost loop of the first, and i_o of i = 8 *
// i_o + i_i of the second, both with one step at a time. In step s of a the
// first writes elements 256 s to 256 s + 255 of D; in step s of i_o the second
// reads exactly these. So one kernel executes step s of both, with s as its
// parallel loop, and the intermediate is a scratch buffer of 1 KB in L1 instead
// of a tensor of 128 KB:
//
//     for s: D'[c, d] = sum_k X[8 s + k, ...];  Y[8 s + i_i, j] = D'[...]
//
// Statements of a neo.kernel share loops by name and are fused before schedules
// are chosen; a and i_o have no name in common, and their correspondence
// follows from positions only. So this is decided on two nests with their
// schedules: equal trip counts, and the footprint that a step reads is
// contained in what the same step writes. Each nest keeps its own tiles, lanes
// and order.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_COMPUTEAT_H
#define NEO_SCHEDULE_COMPUTEAT_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct ScheduledNest {
  LoopNest nest;
  Schedule schedule;

  /// The outermost loop, if its tile is one step.
  std::optional<unsigned> steppedLoop() const;
};

/// Fuses the nests: in step s of its outermost loop `consumer` reads the
/// elements that `producer` writes in step s of its own, by `operands`. Their
/// accesses are rewritten to a scratch buffer, whose number of elements is
/// returned; none, and nothing is changed, if that is not legal or does not
/// pay.
std::optional<int64_t> fuseSteps(ScheduledNest &producer,
                                 ScheduledNest &consumer,
                                 llvm::ArrayRef<unsigned> operands);

} // namespace neo

#endif // NEO_SCHEDULE_COMPUTEAT_H
