//===- ScheduleText.h - Parsing and checking of schedules -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A schedule can be read, edited and passed back. It is the attribute
// `neo.schedule` of a neo.compute:
//
//     vector [k: 16] tile [k: 2, x: 7] order [k, y, x] parallel 2
//       unroll [r, t] block [c: 32]
//
// Loops have the names of the nest, which derive from those of the operator:
// names of merged loops are joined by an underscore, the parts of a split loop
// end in `_outer` and `_inner`, and loops of extent 1 are removed.
// `--neo-schedule` prints the default schedule, and so the names. Defaults:
// loops without a `tile` are not unrolled, `order` is that of the nest, and
// `parallel` is 1.
//
// An edited schedule may be illegal, so its legality is checked before a kernel
// is emitted. The kernel of a legal schedule is correct.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_SCHEDULETEXT_H
#define NEO_SCHEDULE_SCHEDULETEXT_H

#include "Neo/Dialect/ScheduleAttr.h"
#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Parses and checks `text`; on failure the message is in `error`.
std::optional<Schedule> parseSchedule(llvm::StringRef text,
                                      const LoopNest &nest, std::string &error);

/// Why `schedule` is illegal for `nest`; empty if it is legal.
std::string checkSchedule(const LoopNest &nest, const Schedule &schedule);

/// A random schedule of the search space, with loops in any order, determined
/// by `seed`. Half of the seeds draw from all of them, half from the tenth that
/// is predicted to compute fastest.
Schedule drawSchedule(const LoopNest &nest, const TargetModel &target,
                      uint64_t seed);

} // namespace neo

#endif // NEO_SCHEDULE_SCHEDULETEXT_H
