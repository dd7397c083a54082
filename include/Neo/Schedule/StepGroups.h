//===- StepGroups.h - Steps of a reduction, some at a time ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The weight gradient of a depthwise convolution,
//
//     dW[k, r, s] = sum_{p, q} A[k, p + r - 1, q + s - 1] * D[k, p, q]
//
// has its lanes along q, and nine accumulators. One step of p reads three rows
// of A, and the next step two of these again. A schedule that says `group [p:
// 4]` writes four steps of p out:
//
//     for p (4)                    first, between the edges, last
//       for q (16)                 first, between, last
//         for u < 4, for r, s: dW[r, s] += A[p + u + r - 1, q + s - 1] * D[...]
//
// Six rows are read instead of twelve. Where the lanes or the group meet an
// edge of A the loops have a section of their own: there masks are constants,
// or terms are left out, and elsewhere nothing is asked.
//
// Written out whole (`unroll [p]`) the reduction would share as much, but 112
// rows are too much code, and the lanes walk inside.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_STEPGROUPS_H
#define NEO_SCHEDULE_STEPGROUPS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Steps of `loop`, a reduction, from one run of its code to the next.
int64_t stepOf(const Schedule &schedule, unsigned loop);

/// Does reduction `loop` have code of its own where it meets edges?
bool hasSections(const Schedule &schedule, unsigned loop);

/// `schedule`, whose lanes are reduced, with a reduction in groups, wherever
/// steps of a group read the same vectors and registers hold them.
std::vector<Schedule> groupSteps(const LoopNest &nest, const Schedule &schedule,
                                 const TargetModel &target);

} // namespace neo

#endif // NEO_SCHEDULE_STEPGROUPS_H
