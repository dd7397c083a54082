//===- ScheduleText.h - Schedules written down, and checked -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A schedule can be read, edited and handed back. It is the attribute
// `neo.schedule` of a neo.compute:
//
//     vector [k: 16] tile [k: 2, x: 7] order [k, y, x] parallel 2
//       unroll [r, t] block [c: 32]
//
// Loops are called as in the nest, whose names are those of the operator:
// loops that are walked as one are joined by an underscore, the parts of one
// that indices divide end in `_outer` and `_inner`, and loops of extent 1 are
// gone. `--neo-schedule` writes the default, and so shows the names. What is
// left out: loops without a `tile` are not unrolled, `order` is that of the
// nest, and `parallel` is 1.
//
// An edited schedule may be anything, so it is checked before a kernel is
// made of it. A schedule that passes is one for which the kernel is right.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_SCHEDULETEXT_H
#define NEO_SCHEDULE_SCHEDULETEXT_H

#include "Neo/Dialect/ScheduleAttr.h"
#include "Neo/Schedule/Schedule.h"

namespace neo {

/// The schedule that `text` describes, checked; where it is none, `error` says
/// why.
std::optional<Schedule> parseSchedule(llvm::StringRef text,
                                      const LoopNest &nest, std::string &error);

/// Why no kernel can be made of `nest` by `schedule`; empty if one can.
std::string checkSchedule(const LoopNest &nest, const Schedule &schedule);

/// One of the schedules that the default is chosen from, with loops in any
/// order: the same for the same `seed`. Half of the seeds draw from all of
/// them, half from the tenth that is predicted to compute fastest.
Schedule drawSchedule(const LoopNest &nest, const TargetModel &target,
                      uint64_t seed);

} // namespace neo

#endif // NEO_SCHEDULE_SCHEDULETEXT_H
