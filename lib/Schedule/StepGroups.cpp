//===- StepGroups.cpp - Partially unrolled reductions ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/StepGroups.h"

#include "Neo/Dialect/Positions.h"
#include "Neo/Schedule/AccessPlan.h"

using namespace mlir;
using namespace neo;

/// The unroll factor, unless it is the whole loop, and a limit on products in
/// the unrolled code, which is repeated for each edge.
constexpr int64_t usualGroup = 4, mostGroupedProducts = 96;

int64_t neo::stepOf(const Schedule &schedule, unsigned loop) {
  return schedule.step(loop) * schedule.groupOf(loop);
}

bool neo::hasSections(const Schedule &schedule, unsigned loop) {
  return schedule.groupedLoop &&
         (schedule.groupedLoop == loop || schedule.lanesOf(loop) > 1);
}

/// Does a step of `loop` read, at another point of the tile, an element that
/// the step before has read?
static bool sharesReads(const LoopNest &nest, const Schedule &schedule,
                        unsigned loop) {
  return llvm::any_of(nest.operands, [&](const NestOperand &operand) {
    const LinearForm &access = operand.access;
    int64_t move = std::abs(access.coefficients[loop]);
    if (move == 0 || access.irregular.any() ||
        AccessPlan(nest, schedule, operand).isBroadcast())
      return false;
    for (auto [other, info] : llvm::enumerate(nest.loops)) {
      int64_t pitch = std::abs(access.coefficients[other]);
      if (!info.isReduction && pitch != 0 && move % pitch == 0 &&
          move / pitch < schedule.tile[other])
        return true;
    }
    return false;
  });
}

/// Accumulators, and vectors that the points of one step read.
static int64_t countRegisters(const LoopNest &nest, const Schedule &schedule) {
  int64_t reads = 0;
  for (const NestOperand &operand : nest.operands)
    reads += schedule.copiesOf(operand);
  return schedule.vectors() + reads + 1;
}

/// Is unrolling by groups legal for `schedule`?
static bool canGroupSteps(const LoopNest &nest, const Schedule &schedule,
                          const TargetModel &target) {
  ComputeOp op = nest.op;
  return schedule.reducesLanes(nest) && schedule.vector.size() == 1 &&
         schedule.unrolled.empty() && !findsPosition(op.getKind()) &&
         countRegisters(nest, schedule) <= target.vectorRegisters;
}

/// Does unrolling `loop` pay?
static bool paysToGroupSteps(const LoopNest &nest, const Schedule &schedule,
                             unsigned loop) {
  const NestLoop &info = nest.loops[loop];
  return info.isReduction && !info.isBatch && schedule.lanesOf(loop) == 1 &&
         sharesReads(nest, schedule, loop);
}

std::vector<Schedule> neo::groupSteps(const LoopNest &nest,
                                      const Schedule &schedule,
                                      const TargetModel &target) {
  if (!canGroupSteps(nest, schedule, target))
    return {};
  std::vector<Schedule> all;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (!paysToGroupSteps(nest, schedule, loop))
      continue;
    for (int64_t group : {2, 3, 4, 5, 6, 7, 8}) {
      bool fits =
          group <= usualGroup ? group <= info.extent : group == info.extent;
      if (fits && schedule.vectors() * group <= mostGroupedProducts) {
        all.push_back(schedule);
        all.back().groupedLoop = loop;
        all.back().group = group;
      }
    }
  }
  return all;
}
