//===- SchedulePass.cpp - The schedule of every operator, to be read ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "RowPlan.h"

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/Batch.h"
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

/// Does `op` go row by row?
static bool goesByRows(KernelOp op) {
  return !findTiledReduction(op) && !getBatch(op->getParentOfType<ModuleOp>());
}

static int64_t countPoints(Operation *op) {
  int64_t points = 0;
  op->walk([&](ComputeOp inner) { points += LoopNest::get(inner).points(); });
  return points;
}

namespace {
struct SchedulePass : neo::impl::NeoScheduleBase<SchedulePass> {
  using NeoScheduleBase::NeoScheduleBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    target = TargetModel::of(InstructionSet::of(module));
    largest = draw < 0 ? nullptr : findLargest(module);
    module.walk([&](Operation *op) {
      if (op->hasAttr(scheduleAttrName))
        return;
      std::string text;
      if (auto compute = dyn_cast<ComputeOp>(op))
        text = mayHaveSchedule(compute) ? scheduleOf(compute) : "";
      else if (auto kernel = dyn_cast<KernelOp>(op))
        text = goesByRows(kernel) ? scheduleOf(kernel) : "";
      if (!text.empty())
        op->setAttr(scheduleAttrName, StringAttr::get(&getContext(), text));
    });
    module->setAttr(scheduledAttrName, UnitAttr::get(&getContext()));
  }

private:
  std::string scheduleOf(ComputeOp op) {
    LoopNest nest = LoopNest::get(op);
    return (op == largest ? drawSchedule(nest, target, draw)
                          : chooseSchedule(nest, target))
        .str(nest);
  }

  /// Empty where the statements run one after another.
  std::string scheduleOf(KernelOp op) {
    if (op == largest) {
      std::optional<RowSchedule> drawn = drawRowSchedule(op, target, draw);
      return drawn ? drawn->str() : "";
    }
    std::string reason;
    FailureOr<RowPlan> plan = RowPlan::get(op, target, reason);
    return succeeded(plan) ? plan->schedule().str() : "";
  }

  /// What has a schedule, and the most points.
  static Operation *findLargest(ModuleOp module) {
    Operation *largest = nullptr;
    int64_t most = -1;
    module.walk([&](Operation *op) {
      auto compute = dyn_cast<ComputeOp>(op);
      auto kernel = dyn_cast<KernelOp>(op);
      bool mayHave =
          compute ? mayHaveSchedule(compute) : kernel && goesByRows(kernel);
      if (!mayHave || countPoints(op) <= most)
        return;
      most = countPoints(op);
      largest = op;
    });
    return largest;
  }

  TargetModel target;
  Operation *largest = nullptr;
};
} // namespace
