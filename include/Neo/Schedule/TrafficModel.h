//===- TrafficModel.h - Memory traffic of a loop order ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The order of the loops around a tile determines how often a tensor is fetched
// from beyond L2. At some level between the outermost loop and the tile the
// footprint of the loops inside fits the cache:
//
//     for j            A: all rows, again for every j     i.e. trips(j) times
//       for i          B: the columns of j stay           once
//         tile: C[i, j] += A[i, k] * B[k, j]
//
// A tensor is fetched once for every step of the loops outside this level,
// except adjacent ones that it does not depend on. Traffic is in whole cache
// lines, which short contiguous runs waste.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_TRAFFICMODEL_H
#define NEO_SCHEDULE_TRAFFICMODEL_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Bytes between L2 and the levels beyond it, if the loops of `schedule` have
/// the order `order`, outermost first.
double predictTraffic(const LoopNest &nest, const Schedule &schedule,
                      llvm::ArrayRef<unsigned> order,
                      const TargetModel &target);

/// Permutes the output loops of `schedule` to the order with least traffic;
/// keeps the natural one unless another is clearly better. Returns the bytes.
double orderLoops(const LoopNest &nest, Schedule &schedule,
                  const TargetModel &target);

/// The number of parallel loops: enough for load balance, and for short steps
/// where all together take `cycles`.
unsigned countShared(const LoopNest &nest, const Schedule &schedule,
                     double cycles = 0);

} // namespace neo

#endif // NEO_SCHEDULE_TRAFFICMODEL_H
