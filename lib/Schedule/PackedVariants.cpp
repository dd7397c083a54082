//===- PackedVariants.cpp - Schedules that pack an operand ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PackedVariants.h"

#include "BlockSizes.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/AccessPlan.h"
#include "Neo/Schedule/OperandPanel.h"
#include "Neo/Schedule/ResultPanel.h"
#include "Neo/Schedule/ScheduleText.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Bytes of a panel: a part of L1. A panel without blocking is packed once for
/// many uses, and may be in L2; that of a matrix, whose rows are read
/// sequentially, may take most of it.
constexpr int64_t leastBytes = 4 * 1024, mostBytes = 24 * 1024,
                  mostWholeBytes = 64 * 1024, mostMatrixBytes = 704 * 1024;
/// Least number of panels, for load balance.
constexpr int64_t leastShared = 8;

std::optional<Schedule> neo::packOperand(const LoopNest &nest,
                                         const Schedule &schedule,
                                         unsigned operand) {
  if (schedule.vector.size() != 1 || schedule.reducesLanes(nest))
    return std::nullopt;
  const LinearForm &access = nest.operands[operand].access;
  if (!isStridedInLanes(access, schedule) &&
      !AccessPlan(nest, schedule, nest.operands[operand]).isContiguous())
    return std::nullopt;
  Schedule packed = schedule;
  packed.packed = {operand};
  for (bool moves : {true, false})
    for (auto [loop, info] : llvm::enumerate(nest.loops))
      if (!info.isReduction && (access.coefficients[loop] != 0) == moves)
        packed.order.push_back(loop);
  std::string reason;
  Schedule trial = packed;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction && access.coefficients[loop] > 1 &&
        !trial.blockedLoop) {
      // Smallest block, to test whether a panel is legal.
      trial.blockedLoop = loop;
      trial.block = 1;
    }
  if (!planPanel(nest, trial, operand, reason))
    return std::nullopt;
  return packed;
}

/// Do the rows of a staged result leave room in L1?
static bool fitsRows(const LoopNest &nest, const Schedule &schedule) {
  std::string reason;
  std::optional<ResultPanel> panel = planResultPanel(nest, schedule, reason);
  ComputeOp op = nest.op;
  return panel &&
         panel->run * panel->width * getElementBytes(op.getType()) <= mostBytes;
}

bool neo::fitsPanels(const LoopNest &nest, const Schedule &schedule) {
  if (schedule.stagedLoop && !fitsRows(nest, schedule))
    return false;
  for (unsigned operand : schedule.packed) {
    const LinearForm &access = nest.operands[operand].access;
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (access.coefficients[loop] != 0 && schedule.lanesOf(loop) == 1 &&
          schedule.tile[loop] > 1)
        return false;
  }
  return true;
}

/// Most bytes of `panel` in a cache: blocks are small enough for L1, unless
/// they are of a matrix whose whole columns exceed L2.
static int64_t getMostBytes(const LoopNest &nest, const Schedule &schedule,
                            const OperandPanel &panel, int64_t bytes) {
  if (panel.walks.size() != 1)
    return schedule.blockedLoop ? mostBytes : mostWholeBytes;
  if (!schedule.blockedLoop)
    return mostMatrixBytes;
  int64_t whole =
      bytes / schedule.block * nest.loops[*schedule.blockedLoop].extent;
  return whole > mostMatrixBytes ? mostMatrixBytes : mostBytes;
}

/// Adds the schedule with its order and parallel loops, if it is legal.
static void addIfLegal(std::vector<Schedule> &variants, const LoopNest &nest,
                       Schedule schedule) {
  unsigned operand = schedule.packed.front();
  const LinearForm &access = nest.operands[operand].access;
  unsigned shared = 0;
  int64_t steps = 1;
  for (unsigned loop : schedule.order) {
    if (access.coefficients[loop] == 0 || loop == schedule.blockedLoop)
      break;
    steps *= llvm::divideCeil(nest.loops[loop].extent, schedule.step(loop));
    ++shared;
  }
  if (steps < leastShared)
    return;
  schedule.parallelLoops = shared;
  std::string reason;
  auto panel = planPanel(nest, schedule, operand, reason);
  if (!panel)
    return;
  int64_t bytes =
      panel->elements() * getElementBytes(nest.operands[operand].type);
  if (bytes > getMostBytes(nest, schedule, *panel, bytes) ||
      (bytes < leastBytes && schedule.blockedLoop))
    return;
  if (checkSchedule(nest, schedule).empty())
    variants.push_back(std::move(schedule));
}

std::vector<Schedule> neo::listPackedVariants(const LoopNest &nest,
                                              const Schedule &schedule) {
  std::vector<Schedule> variants;
  addIfLegal(variants, nest, schedule);
  const LinearForm &access = nest.operands[schedule.packed.front()].access;
  size_t moving = llvm::count_if(schedule.order, [&](unsigned loop) {
    return access.coefficients[loop] != 0;
  });
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (!info.isReduction || access.coefficients[loop] == 0 ||
        schedule.isUnrolled(loop))
      continue;
    for (int64_t block : listBlocks(info.extent, /*lanes=*/1)) {
      Schedule blocked = schedule;
      blocked.blockedLoop = loop;
      blocked.block = block;
      blocked.order.insert(blocked.order.begin() + moving, loop);
      addIfLegal(variants, nest, std::move(blocked));
    }
  }
  return variants;
}
