//===- StepGroups.h - Partially unrolled reductions -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The weight gradient of a depthwise convolution,
//
//     dW[k, r, s] = sum_{p, q} A[k, p + r - 1, q + s - 1] * D[k, p, q]
//
// is vectorised along q, with nine accumulators. One step of p reads three rows
// of A, and the next step two of these again. A schedule with `group [p: 4]`
// unrolls p by four:
//
//     for p (4)                    first, between the edges, last
//       for q (16)                 first, between, last
//         for u < 4, for r, s: dW[r, s] += A[p + u + r - 1, q + s - 1] * D[...]
//
// Six rows are read instead of twelve. Steps in which the lanes or the group
// meet an edge of A are peeled: there masks are constants, or terms are
// omitted, and the other steps need no guard.
//
// Fully unrolled (`unroll [p]`) the reduction would share as much, but 112 rows
// are too much code, and the vectorised loop is inside.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_STEPGROUPS_H
#define NEO_SCHEDULE_STEPGROUPS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// The step of reduction `loop`: its lanes, or its unroll factor.
int64_t stepOf(const Schedule &schedule, unsigned loop);

/// Are the edges of reduction `loop` peeled?
bool hasSections(const Schedule &schedule, unsigned loop);

/// Variants of `schedule`, whose lanes are a reduction, with another reduction
/// unrolled, if the unrolled steps share vectors and the registers suffice.
std::vector<Schedule> groupSteps(const LoopNest &nest, const Schedule &schedule,
                                 const TargetModel &target);

} // namespace neo

#endif // NEO_SCHEDULE_STEPGROUPS_H
