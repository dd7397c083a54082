//===- RememberedSchedules.h - Memoised schedule searches -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Memoisation of schedule searches: neo-pack predicts the cost of an operator
// with and without copies of its operands, the chosen form is scheduled again
// when kernels are emitted, and forward, gradients and other programs have
// operators in common. A search is a function of the operator, its loops and
// the machine; their text is the key. The key is no pointer, since MLIR
// contexts are short-lived; a schedule refers to loops by number and holds no
// reference to a context.
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

/// The key: everything that the choice of a schedule depends on.
std::string describeSearch(const LoopNest &nest, const TargetModel &target,
                           bool stagesResult);

/// The schedule chosen earlier in this process, if it is still stored.
std::optional<CostedSchedule> recallSchedule(const std::string &search);
void rememberSchedule(const std::string &search,
                      const CostedSchedule &schedule);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_REMEMBEREDSCHEDULES_H
