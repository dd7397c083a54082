//===- SchedulePass.cpp - The schedule of every operator, to be read ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Epilogue.h"

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Schedule/ScheduleText.h"

namespace neo {
#define GEN_PASS_DEF_NEOSCHEDULE
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Is there a kernel that asks `op` for a schedule? Of several statements one
/// has a say if its tiles are what the others go along, and rows go as all of
/// them want.
static bool mayHaveSchedule(ComputeOp op) {
  auto kernel = op->getParentOfType<KernelOp>();
  return !kernel || findTiledReduction(kernel) == op;
}

namespace {
struct SchedulePass : neo::impl::NeoScheduleBase<SchedulePass> {
  using NeoScheduleBase::NeoScheduleBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetModel target = TargetModel::of(InstructionSet::of(module));
    ComputeOp largest = draw < 0 ? ComputeOp() : findLargest(module);
    module.walk([&](ComputeOp op) {
      if (op->hasAttr(scheduleAttrName) || !mayHaveSchedule(op))
        return;
      LoopNest nest = LoopNest::get(op);
      Schedule schedule = op == largest ? drawSchedule(nest, target, draw)
                                        : chooseSchedule(nest, target);
      op->setAttr(scheduleAttrName,
                  StringAttr::get(&getContext(), schedule.str(nest)));
    });
    module->setAttr(scheduledAttrName, UnitAttr::get(&getContext()));
  }

private:
  /// The operator with the most points.
  static ComputeOp findLargest(ModuleOp module) {
    ComputeOp largest;
    int64_t most = -1;
    module.walk([&](ComputeOp op) {
      int64_t points = LoopNest::get(op).points();
      if (points <= most)
        return;
      most = points;
      largest = op;
    });
    return largest;
  }
};
} // namespace
