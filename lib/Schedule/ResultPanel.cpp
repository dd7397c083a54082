//===- ResultPanel.cpp - Staged write-back of results ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/ResultPanel.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Schedule/LastLevelCache.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

namespace {
class ResultLayout {
public:
  ResultLayout(const LoopNest &nest, const Schedule &schedule,
               std::string &reason)
      : nest(nest), schedule(schedule), reason(reason) {}

  std::optional<ResultPanel> lay() {
    if (!checkResult() || !findLanes() || !findLoops() || !findRun())
      return std::nullopt;
    return panel;
  }

private:
  bool checkResult();
  bool findLanes();
  bool findLoops();
  bool findRun();
  bool refuse(StringRef text) {
    reason = text.str();
    return false;
  }

  const LoopNest &nest;
  const Schedule &schedule;
  std::string &reason;
  ResultPanel panel;
  ArrayRef<unsigned> outside; // loops around those of the run
};
} // namespace

bool ResultLayout::checkResult() {
  ComputeOp op = nest.op;
  Type element = op.getType().getElementType();
  if (nest.hasBatch())
    return refuse("the nest runs over a batch of any size");
  if (nest.output.irregular.any() || !nest.output.constant())
    return refuse("the result is not walked evenly");
  if (!element.isIntOrFloat() || (element.getIntOrFloatBitWidth() != 32 &&
                                  element.getIntOrFloatBitWidth() != 64))
    return refuse("its elements have neither 32 nor 64 bits");
  if (!nest.hasReduction() || schedule.blockedLoop)
    return refuse("that is for sums that are not cut into blocks");
  return true;
}

bool ResultLayout::findLanes() {
  if (schedule.vector.size() != 1 || schedule.reducesLanes(nest) ||
      schedule.lanes() < 4)
    return refuse("the lanes are not four or more steps of one loop of the "
                  "result");
  panel.laneLoop = schedule.vector.front().loop;
  panel.laneStride = nest.output.coefficients[panel.laneLoop];
  panel.width = schedule.step(panel.laneLoop);
  if (panel.laneStride == 1)
    return refuse("the lanes lie along it");
  return true;
}

/// The staged loop and those inside it, except a vectorised loop of one tile.
bool ResultLayout::findLoops() {
  unsigned staged = *schedule.stagedLoop;
  ArrayRef<unsigned> order = schedule.order;
  size_t level = llvm::find(order, staged) - order.begin();
  if (level == order.size())
    return refuse("it is no loop of the result");
  if (level < schedule.parallelLoops)
    return refuse("threads share it: write 'parallel " + std::to_string(level) +
                  "', or it further inside in 'order'");
  int64_t extent = nest.loops[staged].extent;
  if (extent % schedule.staged != 0 ||
      schedule.staged % schedule.step(staged) != 0)
    return refuse("blocks of " + std::to_string(schedule.staged) +
                  " do not divide its " + std::to_string(extent) +
                  " steps into whole tiles");
  for (unsigned loop : order.drop_front(level))
    if (loop != panel.laneLoop || panel.width < nest.loops[loop].extent)
      panel.loops.push_back(loop);
  outside = order.take_front(level);
  return true;
}

/// Checks that these loops form a contiguous run.
bool ResultLayout::findRun() {
  unsigned staged = *schedule.stagedLoop;
  SmallVector<unsigned> sorted = panel.loops;
  llvm::sort(sorted, [&](unsigned a, unsigned b) {
    return nest.output.coefficients[a] < nest.output.coefficients[b];
  });
  panel.run = 1;
  for (unsigned loop : sorted) {
    if (loop == panel.laneLoop || nest.output.coefficients[loop] != panel.run ||
        (loop == staged) != (loop == sorted.back()))
      return refuse("the loops inside it do not walk neighbours");
    panel.run *= loop == staged ? schedule.staged : nest.loops[loop].extent;
  }
  for (unsigned loop : outside)
    if (loop != panel.laneLoop && schedule.tile[loop] > 1)
      return refuse("a tile covers several runs of it");
  constexpr int64_t mostElements = 64 * 1024;
  return panel.run * panel.width <= mostElements ||
         refuse("more than 65536 results would wait");
}

std::optional<ResultPanel> neo::planResultPanel(const LoopNest &nest,
                                                const Schedule &schedule,
                                                std::string &reason) {
  return ResultLayout(nest, schedule, reason).lay();
}

/// Loops of the result from the contiguous one outwards, as long as they form a
/// run.
static SmallVector<unsigned> findRunLoops(const LoopNest &nest) {
  SmallVector<unsigned> loops;
  int64_t run = 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (auto [loop, info] : llvm::enumerate(nest.loops))
      if (!info.isReduction && nest.output.coefficients[loop] == run &&
          !llvm::is_contained(loops, loop)) {
        loops.push_back(loop);
        run *= info.extent;
        grown = true;
      }
  }
  return loops;
}

std::optional<Schedule> neo::stageResult(const LoopNest &nest,
                                         const Schedule &schedule) {
  // Half of L1, and whole cache lines.
  constexpr int64_t mostBytes = 18 * 1024;
  ComputeOp op = nest.op;
  int64_t each = getElementBytes(op.getType()), inside = 1;
  for (unsigned loop : findRunLoops(nest)) {
    if (schedule.lanesOf(loop) > 1)
      return std::nullopt;
    int64_t extent = nest.loops[loop].extent;
    for (int64_t block : {64, 32, 16, 8, 4}) {
      int64_t run = block * inside;
      if (extent % block != 0 || block % schedule.step(loop) != 0 ||
          run * each % cacheLineBytes != 0 ||
          run * each * schedule.lanes() * 2 > mostBytes)
        continue;
      Schedule staged = schedule;
      staged.stagedLoop = loop;
      staged.staged = block;
      std::string reason;
      if (planResultPanel(nest, staged, reason))
        return staged;
    }
    inside *= extent;
  }
  return std::nullopt;
}

std::optional<Schedule> neo::stageResultToMemory(const LoopNest &nest,
                                                 const Schedule &schedule) {
  ComputeOp op = nest.op;
  if (!nest.hasReduction() || !isBeyondCaches(op.getType()) ||
      !isStridedInLanes(nest.output, schedule) || !schedule.packed.empty() ||
      schedule.blockedLoop || schedule.groupedLoop || schedule.matrix)
    return std::nullopt;
  return stageResult(nest, schedule);
}
