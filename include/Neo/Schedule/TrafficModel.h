//===- TrafficModel.h - Bytes that a loop order moves -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The order of the loops around a tile decides how often a tensor comes from
// beyond the second-level cache. Somewhere between the outermost loop and the
// tile the data of the loops inside fits the cache:
//
//     for j            A: all rows, again for every j     i.e. trips(j) times
//       for i          B: the columns of j stay           once
//         tile: C[i, j] += A[i, k] * B[k, j]
//
// A tensor is moved once for every step of the loops outside, except those
// next to the cached part that it does not depend on. Short runs of neighbours
// pay whole cache lines.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_TRAFFICMODEL_H
#define NEO_SCHEDULE_TRAFFICMODEL_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Bytes between the second-level cache and what lies behind it, if the loops
/// of `schedule` run in the order `order`, outermost first.
double predictTraffic(const LoopNest &nest, const Schedule &schedule,
                      llvm::ArrayRef<unsigned> order,
                      const TargetModel &target);

/// Puts the output loops of `schedule` in the order that moves least; the
/// natural one unless another is clearly better. Returns the bytes.
double orderLoops(const LoopNest &nest, Schedule &schedule,
                  const TargetModel &target);

/// How many of the schedule's first loops threads share: enough for threads to
/// share evenly, and for steps to be short where all take `cycles`.
unsigned countShared(const LoopNest &nest, const Schedule &schedule,
                     double cycles = 0);

} // namespace neo

#endif // NEO_SCHEDULE_TRAFFICMODEL_H
