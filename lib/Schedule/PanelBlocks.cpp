//===- PanelBlocks.cpp - Blocks along panels made before ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PanelBlocks.h"

#include "BlockSizes.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/ScheduleText.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Bytes of the part of a panel that a block walks: what the tiles find again
/// in the second-level cache, for as few sums that wait as that allows.
constexpr int64_t leastBytes = 8 * 1024, mostBytes = 128 * 1024;
/// Parts for threads to share.
constexpr int64_t leastShared = 8;

/// Does a tile cover neighbours of `operand` in one loop whole, and one step of
/// every other loop of the result that moves it?
static bool liesInPanels(const LoopNest &nest, const Schedule &schedule,
                         const NestOperand &operand) {
  bool isWhole = false, isMoved = false;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction || !operand.access.dependsOn(loop))
      continue;
    bool isInner = operand.access.coefficients[loop] == 1;
    if (schedule.step(loop) != (isInner ? info.extent : 1))
      return false;
    (isInner ? isWhole : isMoved) = true;
  }
  return isWhole && isMoved;
}

/// Bytes of a panel, and how often the tiles walk it.
static std::pair<int64_t, int64_t> measure(const LoopNest &nest,
                                           const Schedule &schedule,
                                           const NestOperand &operand) {
  int64_t bytes = getElementBytes(operand.type), walks = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!operand.access.dependsOn(loop))
      walks *= info.isReduction
                   ? 1
                   : llvm::divideCeil(info.extent, schedule.step(loop));
    else if (info.isReduction || operand.access.coefficients[loop] == 1)
      bytes *= info.extent;
  return {bytes, walks};
}

/// `schedule` with the loops in the order that keeps a panel, and the blocks of
/// `reduction` where the panel stays.
static Schedule orderAround(const LoopNest &nest, const Schedule &schedule,
                            const NestOperand &operand, unsigned reduction) {
  Schedule ordered = schedule;
  ordered.blockedLoop = reduction;
  for (bool moves : {true, false}) {
    for (auto [loop, info] : llvm::enumerate(nest.loops))
      if (!info.isReduction && operand.access.dependsOn(loop) == moves)
        ordered.order.push_back(loop);
    if (moves) {
      ordered.parallelLoops = ordered.order.size();
      ordered.order.push_back(reduction);
    }
  }
  return ordered;
}

std::vector<Schedule> neo::listPanelBlocks(const LoopNest &nest,
                                           const Schedule &schedule) {
  std::vector<Schedule> variants;
  if (schedule.vector.size() != 1 || schedule.reducesLanes(nest))
    return variants;
  for (const NestOperand &operand : nest.operands) {
    if (!liesInPanels(nest, schedule, operand))
      continue;
    auto [bytes, walks] = measure(nest, schedule, operand);
    if (bytes <= mostBytes || walks < 2)
      continue;
    for (auto [loop, info] : llvm::enumerate(nest.loops)) {
      if (!info.isReduction || !operand.access.dependsOn(loop) ||
          schedule.isUnrolled(loop))
        continue;
      Schedule blocked = orderAround(nest, schedule, operand, loop);
      int64_t shared = 1;
      for (unsigned outer :
           ArrayRef(blocked.order).take_front(blocked.parallelLoops))
        shared *=
            llvm::divideCeil(nest.loops[outer].extent, schedule.step(outer));
      for (int64_t block : listBlocks(info.extent, /*lanes=*/1)) {
        int64_t part = bytes / info.extent * block;
        blocked.block = block;
        if (shared >= leastShared && part >= leastBytes && part <= mostBytes &&
            checkSchedule(nest, blocked).empty())
          variants.push_back(blocked);
      }
    }
  }
  return variants;
}
