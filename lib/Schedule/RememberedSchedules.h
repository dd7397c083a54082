//===- RememberedSchedules.h - No schedule is searched twice ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// neo-pack costs an operator with and without copies of its operands, and what
// it leaves is given a schedule when kernels are written; forward and gradients
// have operators in common, and so have programs. A search is a function of the
// operator, its loops and the machine: what they are as text finds what was
// chosen before. Texts and not pointers, since contexts come and go; the
// schedule names loops by number and refers to no context itself.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_REMEMBEREDSCHEDULES_H
#define NEO_LIB_SCHEDULE_REMEMBEREDSCHEDULES_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct CostedSchedule {
  Schedule schedule;
  double cycles;
};

/// All that the choice of a schedule depends on.
std::string describeSearch(const LoopNest &nest, const TargetModel &target,
                           bool stagesResult);

/// What was chosen in this process, if it still is known.
std::optional<CostedSchedule> recallSchedule(const std::string &search);
void rememberSchedule(const std::string &search,
                      const CostedSchedule &schedule);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_REMEMBEREDSCHEDULES_H
