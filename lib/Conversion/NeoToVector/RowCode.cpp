//===- RowCode.cpp - Rows and vectors within the budget of code -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step of a sweep repeats the code of its statements for each of its rows and
// vectors, as a tile does, so it has the budgets of a tile (IndexWork.h,
// CodeSize.h). Without them, a sum whose operands are guarded by
//
//     4 * k + 2 * q + p + (p + (k + 3 * p) floordiv 5) mod 2 == 6
//
// was 15,700 instructions for four rows of two vectors of sixteen lanes, each
// of which divides for itself, and took five seconds to compile. All sweeps
// have the code of one tile together: six of such sums, each within its budget,
// were 44,000 instructions, and took 21 seconds.
//
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

#include "Neo/Schedule/CodeSize.h"
#include "Neo/Schedule/IndexWork.h"

using namespace mlir;
using namespace neo;

/// `statement` as a tile of so many rows and vectors of `sweep`.
static Schedule scheduleOfStep(const RowPlan &plan, const RowSweep &sweep,
                               const RowStatement &statement) {
  Schedule tile = statement.schedule;
  if (int loop = statement.loops[plan.rowLoop]; loop >= 0)
    tile.tile[loop] = plan.rows;
  if (!sweep.loops.empty())
    tile.tile[statement.loops[sweep.loops.back()]] = vectorsOfStep(plan, sweep);
  return tile;
}

static bool exceedsCode(const RowPlan &plan) {
  int64_t instructions = 0;
  for (const RowSweep &sweep : plan.sweeps)
    for (unsigned s : sweep.statements) {
      const RowStatement &statement = plan.statements[s];
      Schedule step = scheduleOfStep(plan, sweep, statement);
      if (exceedsIndexWork(statement.nest, step) ||
          exceedsCodeSize(statement.nest, step))
        return true;
      instructions += countCodeSize(statement.nest, step);
    }
  return exceedsCodeSize(instructions);
}

void neo::fitInCode(RowPlan &plan) {
  while ((plan.rows > 1 || plan.vectors > 1) && exceedsCode(plan))
    (plan.rows > plan.vectors ? plan.rows : plan.vectors) /= 2;
}
