//===- ComputeAt.h - Producers computed where they are read -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What one operator makes and only the next one reads need not wait until all
// of it is made. The mean of each diagonal of blocks of 8 x 8, and the blocks
// with these means:
//
//     D[a, c, d] = sum_k X[8 a + k, 8 c + (d + k) mod 8]     c < 32, d < 8
//     Y[i, j]    = D[i / 8, j / 8, (j - i) mod 8]
//
// By their schedules the first walks a, the second i = 8 * i_o + i_i walks i_o,
// both outermost and one at a time. In step s of a the first writes elements
// 256 s to 256 s + 255 of D; in step s of i_o the second reads no others. So
// one kernel takes a step of each in turn, threads share these steps, and what
// lies between is a scratch of 1 KB in the first-level cache where D was a
// tensor of 128 KB:
//
//     for s: D'[c, d] = sum_k X[8 s + k, ...];  Y[8 s + i_i, j] = D'[...]
//
// Statements of a neo.kernel share loops by name and are fused before anything
// is known of their schedules; a and i_o have no name in common, and whether
// they are one loop is a matter of positions. So this is asked of two nests and
// their schedules, when these are there: same numbers of steps, and what a step
// reads lies within what the same step has written. Each keeps its own tiles,
// lanes and order.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_COMPUTEAT_H
#define NEO_SCHEDULE_COMPUTEAT_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct ScheduledNest {
  LoopNest nest;
  Schedule schedule;

  /// The loop whose steps are taken one by one, if there is one.
  std::optional<unsigned> steppedLoop() const;
};

/// Fuses the nests: in step s of its outermost loop `reader` reads
/// what `maker` writes in step s of its own, as those of its operands that
/// `made` names. Positions of these are in a scratch afterwards, of as many
/// elements as are returned; nothing, and nothing changed, where that cannot be
/// or does not pay.
std::optional<int64_t> chainSteps(ScheduledNest &maker, ScheduledNest &reader,
                                  llvm::ArrayRef<unsigned> made);

} // namespace neo

#endif // NEO_SCHEDULE_COMPUTEAT_H
