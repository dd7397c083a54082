//===- ExposedLatency.cpp - Latency of lines that no prefetcher hides -----===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A load from memory takes some hundred cycles, several times what out-of-order
// execution hides. The hardware prefetcher hides it along a row, once two
// consecutive lines of it have been read. A tile of four rows of one vector
// reads a single line of each,
//
//     tile [z2: 4]           z2: 4 lines in 4 places of each plane
//     tile [z3: 2]           z2: 2 or 3 lines in one place
//
// goes on to the next plane, and returns for the neighbouring lines only after
// the prefetcher has dropped the stream: the latency is exposed. The latency of
// tensors that fit the last-level cache is short enough, and software prefetch
// (PrefetchPlan.h) hides that of the others.
//
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Schedule/LastLevelCache.h"
#include "Neo/Schedule/PrefetchPlan.h"

using namespace mlir;
using namespace neo;

/// Contiguous elements that a tile reads of a row.
static int64_t runOfTile(const LoopNest &nest, const Schedule &schedule,
                         const LinearForm &access) {
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (access.coefficients[loop] != 0)
      strides.push_back({std::abs(access.coefficients[loop]),
                         info.isReduction ? info.extent : schedule.step(loop)});
  llvm::sort(strides);
  int64_t run = 1;
  for (auto [stride, steps] : strides)
    if (stride <= run)
      run += stride * (steps - 1);
  return run;
}

/// Rows that a tile reads in one step.
static double rowsOfTile(const LoopNest &nest, const Schedule &schedule,
                         const LinearForm &access, int64_t line) {
  double rows = 1;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (std::abs(access.coefficients[loop]) * schedule.lanesOf(loop) > line)
      rows *= double(schedule.tile[loop]);
  return rows;
}

double ScheduleCost::exposedLatency(const Schedule &schedule) const {
  constexpr double wait = 6;
  if (!nest.hasReduction())
    return 0;
  double cycles = 0;
  for (auto [number, operand] : llvm::enumerate(nest.operands)) {
    int64_t bytes = getElementBytes(operand.type);
    AccessPlan plan(nest, schedule, operand);
    if (!isBeyondCaches(operand.type) || plan.isPacked() ||
        !plan.isContiguous() ||
        runOfTile(nest, schedule, operand.access) * bytes >=
            2 * cacheLineBytes ||
        findPrefetch(nest, schedule, number))
      continue;
    double rows =
        rowsOfTile(nest, schedule, operand.access, cacheLineBytes / bytes);
    cycles += wait * (rows - 1);
  }
  return cycles;
}
