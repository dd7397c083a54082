//===- LateLines.cpp - What waiting for memory in single lines costs ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Memory answers after some hundred cycles, several times what a processor
// looks ahead. Hardware hides that along a row: who reads two lines of it will
// find the next ones. A tile of four rows of one vector takes a line of each,
//
//     tile [z2: 4]           z2: 4 lines in 4 places of each plane
//     tile [z3: 2]           z2: 2 or 3 lines in one place
//
// goes on to the next plane and comes back much later for their neighbours, in
// vain. Tensors that the last-level cache keeps are near enough, and what is
// prefetched for in time (PrefetchPlan.h) is no matter.
//
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/LastLevelCache.h"
#include "Neo/Schedule/PrefetchPlan.h"

using namespace mlir;
using namespace neo;

constexpr int64_t lineBytes = 64;
/// Neighbours that a tile reads of a row before it leaves it.
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

double ScheduleCost::lateLines(const Schedule &schedule) const {
  constexpr double wait = 6;
  if (!nest.hasReduction())
    return 0;
  double cycles = 0;
  for (auto [number, operand] : llvm::enumerate(nest.operands)) {
    int64_t bytes = getElementBytes(operand.type), chunk;
    if (!isBeyondCaches(operand.type) || schedule.isPacked(number) ||
        classifyLanes(operand.access, schedule, chunk) !=
            LaneAccess::contiguous ||
        runOfTile(nest, schedule, operand.access) * bytes >= 2 * lineBytes ||
        findPrefetch(nest, schedule, number))
      continue;
    double rows = rowsOfTile(nest, schedule, operand.access, lineBytes / bytes);
    cycles += wait * (rows - 1);
  }
  return cycles;
}
