//===- RowWork.cpp - How much of rows is in work at a time ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step of a pass has some vectors of some rows, and threads share chunks of
// rows:
//
//     column sums      chunk of 128 rows, 4 rows, 2 vectors of 16 lanes each
//
// More rows hide what a reduction waits for, as far as the first-level cache
// has room for them. Passes over different rows in one loop (RowStages.cpp)
// hide it by themselves.
//
//===----------------------------------------------------------------------===//

#include "RowPlan.h"
#include "SideBySide.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static void chooseLanes(RowPlan &plan, RowPass &pass,
                        const TargetModel &target) {
  if (pass.loops.empty())
    return;
  unsigned innermost = pass.loops.back();
  int64_t extent = plan.loops[innermost].extent;
  int64_t lanes = target.vectorBytes;
  for (unsigned s : pass.statements)
    lanes = std::min(lanes, countNativeLanes(plan.statements[s].nest, target));
  pass.lanes = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(extent));
  for (unsigned s : pass.statements) {
    RowStatement &statement = plan.statements[s];
    if (pass.lanes > 1)
      statement.schedule.vector = {
          {unsigned(statement.loops[innermost]), pass.lanes}};
  }
}

static void chooseVectors(const RowPlan &plan, RowPass &pass) {
  if (pass.loops.empty())
    return;
  int64_t extent = plan.loops[pass.loops.back()].extent;
  pass.vectors = std::clamp<int64_t>(extent / pass.lanes, 1, plan.vectors);
}

/// Neighbouring rows share what they read of the row loops, and their
/// reductions do not wait for one another. Where nothing is reduced a row is
/// walked to its end, one place in each tensor, and long chains take turns.
static void chooseRows(RowPlan &plan, const TargetModel &target) {
  constexpr int64_t mostBytes = int64_t(12) << 10;
  int64_t bytes = 0;
  for (const RowStatement &statement : plan.statements)
    if (statement.needsScratch)
      bytes += statement.keptElements *
               getElementBytes(ComputeOp(statement.op).getType());
  bool reduces = llvm::any_of(plan.statements, [](RowStatement &statement) {
    return ComputeOp(statement.op).getNumReductionLoops() > 0;
  });
  bool compete = reduces && rowsCompete(plan, target);
  // More would put one another out of the second-level cache, beside what is
  // read ahead and written.
  bool isLong = reduces && 4.0 * bytesReadAgain(plan) > target.cacheBytes / 8;
  plan.rows = isLong ? 1 : compete ? 2 : reduces ? 4 : 1;
  plan.vectors = isLong || compete ? 4 : reduces ? 2 : countSideBySide(plan.op);
  while (plan.rows > 1 && (bytes * plan.rows > mostBytes ||
                           plan.loops[plan.rowLoop].extent < plan.rows))
    plan.rows /= 2;
}

/// Enough chunks for threads to share evenly, few enough for the sums of their
/// partial rows to be cheap.
static void chooseChunks(RowPlan &plan) {
  if (!plan.reducedLoops)
    return;
  constexpr int64_t mostChunks = 32, leastRows = 16;
  int64_t extent = plan.loops[plan.rowLoop].extent;
  plan.chunkRows = llvm::alignTo(
      std::max<int64_t>(llvm::divideCeil(extent, mostChunks), leastRows),
      plan.rows);
  plan.chunks = llvm::divideCeil(extent, plan.chunkRows);
}

void neo::chooseWork(RowPlan &plan, const TargetModel &target) {
  for (RowPass &pass : plan.passes)
    chooseLanes(plan, pass, target);
  plan.rowLoop = (plan.reducedLoops ? plan.reducedLoops : plan.sharedLoops) - 1;
  chooseStages(plan, target);
  if (plan.stages == 1)
    chooseRows(plan, target);
  for (RowPass &pass : plan.passes)
    chooseVectors(plan, pass);
  choosePrefetches(plan, target);
  chooseChunks(plan);
}
