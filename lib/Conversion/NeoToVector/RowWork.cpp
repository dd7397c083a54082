//===- RowWork.cpp - Rows and vectors processed together ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step of a sweep processes some vectors of some rows, and chunks of rows are
// shared by threads:
//
//     column sums      chunk of 128 rows, 4 rows, 2 vectors of 16 lanes each
//
// More rows hide the latency of reductions, as far as they fit into L1.
// Software pipelining of sweeps (RowStages.cpp) hides it, too.
//
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/MathFunctions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static void chooseLanes(RowPlan &plan, RowSweep &sweep,
                        const TargetModel &target) {
  if (sweep.loops.empty())
    return;
  unsigned innermost = sweep.loops.back();
  int64_t extent = plan.loops[innermost].extent;
  int64_t lanes = target.vectorBytes;
  for (unsigned s : sweep.statements)
    lanes = std::min(lanes, countNativeLanes(plan.statements[s].nest, target));
  sweep.lanes = std::min<int64_t>(
      lanes, llvm::PowerOf2Ceil(std::max<int64_t>(extent, 1)));
  for (unsigned s : sweep.statements) {
    RowStatement &statement = plan.statements[s];
    if (sweep.lanes > 1)
      statement.schedule.vector = {
          {unsigned(statement.loops[innermost]), sweep.lanes}};
  }
}

int64_t neo::vectorsOfStep(const RowPlan &plan, const RowSweep &sweep) {
  if (sweep.loops.empty())
    return 1;
  int64_t extent = plan.loops[sweep.loops.back()].extent;
  return std::clamp<int64_t>(extent / sweep.lanes, 1, plan.vectors);
}

/// Are all reductions over the rows? Then no statement depends on a finished
/// reduction along its row.
static bool reducesRowsOnly(const RowPlan &plan) {
  return llvm::all_of(plan.statements, [&](const RowStatement &statement) {
    return ComputeOp(statement.op).getNumReductionLoops() == 0 ||
           (statement.reducesRows &&
            statement.firstReduced ==
                plan.sweeps[statement.sweep].loops.size());
  });
}

/// The number of input streams: tensors whose address depends on the row loop.
static unsigned countStreams(const RowPlan &plan) {
  llvm::SmallPtrSet<Value, 8> places;
  for (const RowStatement &statement : plan.statements) {
    ComputeOp op = statement.op;
    for (auto [i, read] : llvm::enumerate(statement.nest.operands))
      if (!statement.producers[i] && movesWithRows(plan, statement, read))
        places.insert(op.getOperand(i));
  }
  return places.size();
}

static bool writesRows(const RowPlan &plan) {
  return llvm::any_of(plan.statements, [](const RowStatement &statement) {
    return !statement.results.empty() && statement.hasInnerOutputs &&
           !statement.reducesRows;
  });
}

/// How many vectors a step of `kernel`, which has no reduction, interleaves:
/// four where dependence chains are long. erf and tanh keep six tables in
/// registers, which leaves enough for two only.
static int64_t countInterleaved(KernelOp kernel) {
  bool isLong = false, hasTables = false;
  for (ComputeOp op : kernel.getStatements())
    for (Operation &inner : *op.getBodyBlock()) {
      isLong |= isa<arith::DivFOp>(inner) || isMathFunction(&inner);
      hasTables |= isa<math::ErfOp, math::TanhOp>(inner);
    }
  return isLong && !hasTables ? 4 : 2;
}

/// Rows that are processed together share loads of operands that do not depend
/// on the row, and their reductions are independent chains. Without reductions
/// one row is processed at a time, which is one stream per tensor, and long
/// dependence chains of its vectors are interleaved. Reductions over rows only
/// are a trade-off: with four rows of several tensors, and results in memory, a
/// bias gradient of 50 MB takes an eighth longer than with one row. But partial
/// sums are loaded from L1 and stored with every step, so two rows share that
/// traffic where nothing else hides it.
static void chooseRows(RowPlan &plan, const TargetModel &target) {
  constexpr int64_t mostBytes = int64_t(12) << 10;
  bool reduces = llvm::any_of(plan.statements, [](RowStatement &statement) {
    return ComputeOp(statement.op).getNumReductionLoops() > 0;
  });
  bool compete = reduces && rowsConflict(plan, target);
  // More rows would evict one another from L2, beside prefetched and written
  // lines.
  bool isLong = reduces && isLongRow(plan, target);
  plan.rows = isLong ? 1 : compete ? 2 : reduces ? 4 : 1;
  plan.vectors = isLong || compete ? 4
                 : reduces         ? 2
                                   : countInterleaved(plan.op);
  if (reduces && !isLong && reducesRowsOnly(plan) && countStreams(plan) > 1) {
    bool writes = writesRows(plan);
    plan.rows = writes && readsMemory(plan) ? 1 : 2;
    plan.vectors = writes ? 4 : 2;
  }
  while (plan.rows > 1 && (bytesOfScratch(plan) > mostBytes ||
                           plan.loops[plan.rowLoop].extent < plan.rows))
    plan.rows /= 2;
}

/// Chooses the number of chunks: enough for load balance, few enough for cheap
/// sums of partial rows.
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

int64_t neo::bytesOfScratch(const RowPlan &plan) {
  int64_t bytes = 0;
  for (const RowStatement &statement : plan.statements)
    if (statement.needsScratch)
      bytes += plan.rows * statement.keptRows * statement.keptElements *
               getElementBytes(ComputeOp(statement.op).getType());
  return bytes;
}

/// Chooses whether to pipeline, and how many rows and vectors are processed
/// together.
static LogicalResult chooseStep(RowPlan &plan, const TargetModel &target,
                                const RowSchedule &wanted,
                                std::string &reason) {
  std::optional<RowPlan> staged = putInStages(plan);
  if (wanted.stages.value_or(1) > 1 &&
      (!staged || staged->stages != *wanted.stages)) {
    reason = staged ? "its sweeps make " + std::to_string(staged->stages) +
                          " stages, or 1"
                    : "its sweeps make no stages: leave them out, or 1";
    return failure();
  }
  int64_t extent = plan.loops[plan.rowLoop].extent;
  bool divides = extent % wanted.rows.value_or(1) == 0;
  bool isStaged = wanted.stages ? *wanted.stages > 1
                                : staged && divides && !peelsRows(plan) &&
                                      gainsByStages(*staged, target);
  if (isStaged)
    plan = std::move(*staged);
  else
    chooseRows(plan, target);
  fitInCode(plan);
  plan.vectors = wanted.vectors.value_or(plan.vectors);
  plan.rows = wanted.rows.value_or(plan.rows);
  while (!wanted.rows && wanted.chunk && *wanted.chunk % plan.rows != 0)
    plan.rows /= 2;
  return success();
}

/// Are the numbers of rows and vectors in range?
static LogicalResult checkStep(const RowPlan &plan, std::string &reason) {
  constexpr int64_t most = 16, mostTogether = 64, mostBytes = 1 << 20;
  int64_t extent = plan.loops[plan.rowLoop].extent;
  if (plan.rows > std::min(most, extent))
    reason = "rows: expected a number from 1 to " +
             std::to_string(std::min(most, extent));
  else if (plan.vectors > most)
    reason = "vectors: expected a number from 1 to " + std::to_string(most);
  else if (plan.rows * plan.vectors > mostTogether)
    reason = "rows and vectors: at most " + std::to_string(mostTogether) +
             " vectors are processed together";
  else if (plan.stages > 1 && extent % plan.rows != 0)
    reason =
        "rows: with stages, expected a divisor of " + std::to_string(extent);
  else if (bytesOfScratch(plan) > mostBytes)
    reason = "its scratch rows take more than 1 MB of the stack";
  else
    return success();
  return failure();
}

/// Applies the chunk length that the schedule asks for.
static LogicalResult followChunk(RowPlan &plan, const RowSchedule &wanted,
                                 std::string &reason) {
  if (!wanted.chunk)
    return success();
  if (!plan.reducedLoops) {
    reason = "chunk: nothing is reduced over the rows";
    return failure();
  }
  if (*wanted.chunk % plan.rows != 0) {
    reason = "chunk: expected a multiple of the " + std::to_string(plan.rows) +
             " rows that are processed together";
    return failure();
  }
  plan.chunkRows = *wanted.chunk;
  plan.chunks =
      llvm::divideCeil(plan.loops[plan.rowLoop].extent, plan.chunkRows);
  return success();
}

static bool prefetchesRows(const RowPlan &plan) {
  return llvm::any_of(plan.sweeps, [](const RowSweep &sweep) {
    return !sweep.prefetches.empty();
  });
}

static LogicalResult followPrefetch(RowPlan &plan, const RowSchedule &wanted,
                                    std::string &reason) {
  if (!wanted.prefetch)
    return success();
  if (*wanted.prefetch == RowSchedule::Prefetch::none) {
    for (RowSweep &sweep : plan.sweeps)
      sweep.prefetches.clear();
    return success();
  }
  plan.prefetchesNear = *wanted.prefetch == RowSchedule::Prefetch::l1;
  if (prefetchesRows(plan))
    return success();
  reason = "prefetch: no operand lies along the lanes and moves with the rows";
  return failure();
}

LogicalResult neo::chooseWork(RowPlan &plan, const TargetModel &target,
                              const RowSchedule &wanted, std::string &reason) {
  for (RowSweep &sweep : plan.sweeps)
    chooseLanes(plan, sweep, target);
  plan.rowLoop = (plan.reducedLoops ? plan.reducedLoops : plan.sharedLoops) - 1;
  if (failed(chooseStep(plan, target, wanted, reason)) ||
      failed(checkStep(plan, reason)))
    return failure();
  for (RowSweep &sweep : plan.sweeps) {
    sweep.vectors = vectorsOfStep(plan, sweep);
    sweep.peeled = findPeeled(plan, sweep);
  }
  choosePrefetches(plan, target, wanted.prefetch.has_value());
  chooseChunks(plan);
  return success(succeeded(followPrefetch(plan, wanted, reason)) &&
                 succeeded(followChunk(plan, wanted, reason)));
}

RowSchedule RowPlan::schedule() const {
  RowSchedule chosen;
  chosen.rows = rows;
  chosen.vectors = vectors;
  chosen.stages = stages;
  chosen.prefetch = !prefetchesRows(*this) ? RowSchedule::Prefetch::none
                    : prefetchesNear       ? RowSchedule::Prefetch::l1
                                           : RowSchedule::Prefetch::l2;
  if (chunks)
    chosen.chunk = chunkRows;
  return chosen;
}
