//===- PredictCycles.cpp - Predicted cycles of one schedule ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PanelBlocks.h"
#include "ScheduleCost.h"

#include "Neo/Schedule/OperandPanel.h"
#include "Neo/Schedule/PrefetchPlan.h"
#include "Neo/Schedule/TrafficModel.h"

using namespace mlir;
using namespace neo;

double ScheduleCost::run(const Schedule &schedule, double computing,
                         double bytes) const {
  double busy = computing + partialResults(schedule) + tlbMisses(schedule) +
                columnLatency(schedule) + costOfEvictedWindows(nest, schedule);
  double moving = bytes / target.bytesPerCycle;
  return std::max(busy, moving) + 0.25 * std::min(busy, moving);
}

double neo::predictCycles(const LoopNest &given, const Schedule &schedule,
                          const TargetModel &target) {
  LoopNest nest = given.withoutEmptyLoops();
  ScheduleCost cost(nest, target);
  double computing = cost.computation(schedule);
  if (!schedule.packed.empty())
    computing += costOfPanels(nest, schedule);
  SmallVector<unsigned> order(schedule.order);
  if (schedule.blockedLoop && !schedule.blocksInside())
    order.insert(order.begin(), *schedule.blockedLoop);
  double bytes = predictTraffic(nest, schedule, order, target);
  return cost.run(schedule, computing, bytes);
}
