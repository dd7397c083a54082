//===- ComputationCost.cpp - Cycles of the tiles of a schedule ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The cost of thousands of schedules is computed to keep a few dozen. Cheap
// terms come first: once the partial cost exceeds the bound, as it does for
// most tiles, the rest is not evaluated.
//
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include "UsefulSteps.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/LastLevelCache.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace neo;

/// Vectors whose horizontal sums are computed together, since they are
/// contiguous in the result (LaneSums.h), if the tile leaves registers for it.
static double countJoined(const LoopNest &nest, const Schedule &schedule) {
  ComputeOp op = nest.op;
  Type type = op.getType().getElementType();
  if (op.getKind() != ReductionKind::sum || !(type.isF32() || type.isF64()) ||
      schedule.blockedLoop || nest.output.irregular.any() ||
      schedule.vectors() > schedule.lanes())
    return 1;
  int64_t run = 1;
  for (unsigned loop = nest.loops.size(); loop-- > 0;)
    if (schedule.tile[loop] > 1 && !nest.loops[loop].isReduction) {
      if (nest.output.coefficients[loop] != run)
        break;
      run *= schedule.tile[loop];
    }
  return double(llvm::bit_floor(uint64_t(std::min(run, schedule.lanes()))));
}

/// Cycles for the horizontal sum of a vector and its store: a tree of halving
/// steps, which overlap for several vectors. Two vectors that are combined take
/// two shuffles and an addition. More than eight separate ones take four times
/// as long each (measured).
static double sumOfLanes(const LoopNest &nest, const Schedule &schedule) {
  constexpr int64_t mostApart = 8;
  double joined = countJoined(nest, schedule);
  double rounds = llvm::Log2_64_Ceil(schedule.lanes()) - std::log2(joined);
  double each = 2.5 * (joined - 1) / joined + (1 + 1.25 * rounds) / joined;
  ComputeOp op = nest.op;
  bool isApart = op.getKind() != ReductionKind::sum;
  return isApart && schedule.vectors() > mostApart ? 4 * each : each;
}

namespace {
/// How often the code of a tile runs, and its amount of work.
struct TileRuns {
  double tiles = 1, steps = 1;
  double elements = 1; // vectors of the result
  double written = 1;  // steps that the code has

  TileRuns(const LoopNest &nest, const Schedule &schedule);
};
} // namespace

TileRuns::TileRuns(const LoopNest &nest, const Schedule &schedule) {
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    double count = llvm::divideCeil(info.extent, schedule.lanesOf(loop));
    double trips = std::ceil(count / schedule.tile[loop]);
    // A remainder tile does less work, but has overhead of its own.
    double share = std::max(count / schedule.tile[loop], 0.9 * trips);
    (info.isReduction ? steps : tiles) *= info.isReduction ? count : share;
  }
  elements = double(schedule.vectors());
  for (unsigned loop : schedule.unrolled)
    written *= double(nest.loops[loop].extent);
  written *= double(schedule.group);
  steps /= written;
}

double ScheduleCost::shareOfLoops(const Schedule &schedule) const {
  if (nest.nonzero.empty())
    return 1;
  SmallVector<int64_t, 16> key;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    key.push_back(info.isReduction ? schedule.isUnrolled(loop)
                                   : schedule.step(loop));
  for (const VectorPart &part : schedule.vector)
    key.push_back(part.loop);
  auto [entry, isNew] = shares.try_emplace(key);
  if (isNew)
    entry->second = shareOfSteps(nest, schedule);
  return entry->second;
}

double ScheduleCost::maskCycles(const Schedule &schedule) const {
  constexpr double compareAndSelect = 2; // an instruction each
  return compareAndSelect *
         double(llvm::count_if(nest.where, [&](const NestCondition &condition) {
           return llvm::any_of(
               llvm::seq<unsigned>(nest.loops.size()), [&](unsigned loop) {
                 return nest.loops[loop].isReduction &&
                        condition.form.dependsOn(loop) &&
                        !schedule.isUnrolled(loop) &&
                        !boundsSteps(nest, schedule, condition, loop);
               });
         }));
}

double ScheduleCost::computation(const Schedule &schedule,
                                 double enough) const {
  if (schedule.matrix)
    return amxCycles(schedule);
  bool reduces = nest.hasReduction();
  TileRuns runs(nest, schedule);
  double operations =
      runs.elements * runs.written * (bodyCycles + maskCycles(schedule));
  // Too few independent accumulators are bound by the latency of an addition:
  // four cycles and two ports need eight of them. With sixteen registers a tile
  // of eight reaches 0.85 of what one of ten reaches, as if nine were enough.
  double enoughAccumulators = target.vectorRegisters > 16 ? 8 : 9;
  double latency =
      reduces ? enoughAccumulators / std::max(runs.elements, 1.0) : 1;
  double longest =
      std::max(operations / 2, operations / 2 * std::min(latency, 4.0));
  double share = shareOfLoops(schedule), loads = 0, stores = 0, waits = 0;
  auto total = [&] {
    double step = longest + (0.25 * loads + 0.05 * operations) / 2 + waits +
                  (reduces ? 0.5 : 1);
    return runs.tiles *
           (runs.steps * share * step + stores + (reduces ? 6 : 0));
  };
  if (total() > enough)
    return total();
  stores =
      runs.elements * (schedule.reducesLanes(nest) ? sumOfLanes(nest, schedule)
                                                   : storeCost(schedule));
  for (const NestOperand &operand : nest.operands)
    loads += loadCost(schedule, operand);
  longest = std::max(longest, loads / 2);
  if (total() > enough)
    return total();
  longest = std::max(longest, l2Traffic(schedule));
  if (total() > enough)
    return total();
  waits = spills(schedule) + exposedLatency(schedule);
  return total();
}

/// Cycles that a tile waits for its partial sums, which no prefetcher fetches
/// and whose lines are written back: from the last-level cache, or memory. Of a
/// result some times as large as L2 enough stays there, or arrives in time:
///
///     A * B^T     500 x 5000 x 500 of f64     block [k: 64] 47 ms, 256 53
///                 1000 x 8192 x 1500 of f32   block [k: 64] 494, 256 295
static double waitForSums(const LoopNest &nest, const TargetModel &target) {
  constexpr double lastLevel = 200, memory = 600, near = 3;
  ComputeOp op = nest.op;
  RankedTensorType type = op.getType();
  if (isBeyondCaches(type))
    return memory;
  double bytes = double(type.getNumElements() * getElementBytes(type));
  return bytes > near * target.cacheBytes ? lastLevel : 0;
}

double ScheduleCost::partialResults(const Schedule &schedule) const {
  if (!schedule.blockedLoop)
    return 0;
  double vectors = 1, tiles = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction) {
      vectors *= llvm::divideCeil(info.extent, schedule.lanesOf(loop));
      tiles *= llvm::divideCeil(info.extent, schedule.step(loop));
    }
  double blocks = double(schedule.lastBlock(nest)) / double(schedule.block);
  // Partial sums of inner blocks are stored as whole vectors.
  if (schedule.blocksInside())
    return blocks * vectors * 2;
  double each = schedule.reducesLanes(nest) ? 9 : 2 * storeCost(schedule);
  return blocks * (vectors * each + tiles * waitForSums(nest, target));
}
