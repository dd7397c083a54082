//===- SchedulePass.cpp - Schedules as attributes -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DrawnRows.h"
#include "Epilogue.h"
#include "RowPlan.h"

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/InlineKernel.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Schedule/ScheduleText.h"

#include "llvm/Support/FormatVariadic.h"

namespace neo {
#define GEN_PASS_DEF_NEOSCHEDULE
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Does a kernel use the schedule of `op`? Of several statements only the
/// reduction has one, if the others are its epilogue; statements that share
/// rows have a row schedule on their neo.kernel.
static bool mayHaveSchedule(ComputeOp op) {
  auto kernel = op->getParentOfType<KernelOp>();
  return !kernel || findTiledReduction(kernel) == op;
}

/// The nest that a kernel of `op` has, together with its epilogue if it has
/// one.
static LoopNest getNest(ComputeOp op) {
  if (auto kernel = op->getParentOfType<KernelOp>())
    return LoopNest::get(op, ArrayRef(kernel.getStatements()).drop_front());
  return LoopNest::get(op);
}

/// The row schedule of `op`; none if its statements do not share rows.
static std::optional<RowSchedule> getRowSchedule(KernelOp op,
                                                 const TargetModel &target) {
  std::string reason;
  if (findTiledReduction(op) || getBatch(op->getParentOfType<ModuleOp>()))
    return std::nullopt;
  FailureOr<RowPlan> plan = RowPlan::get(op, target, reason);
  if (failed(plan))
    return std::nullopt;
  return plan->schedule();
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
    if (failed(verifyTarget(module)))
      return signalPassFailure();
    if (draw < -1) {
      module.emitError(
          "draw is the number of a schedule from 0 on, or -1 for the "
          "best, not ")
          << int64_t(draw);
      return signalPassFailure();
    }
    target = TargetModel::of(InstructionSet::of(module));
    takeApart(module);
    largest = draw < 0 ? nullptr : findLargest(module);
    module.walk([&](Operation *op) {
      if (op->hasAttr(scheduleAttrName)) {
        explainGiven(op);
        return;
      }
      std::string text;
      if (auto compute = dyn_cast<ComputeOp>(op))
        text = mayHaveSchedule(compute) ? scheduleOf(compute) : "";
      else if (auto kernel = dyn_cast<KernelOp>(op))
        text = scheduleOf(kernel);
      if (!text.empty())
        op->setAttr(scheduleAttrName, StringAttr::get(&getContext(), text));
    });
    module->setAttr(scheduledAttrName, UnitAttr::get(&getContext()));
  }

private:
  /// Puts statements in the place of each kernel whose reduction does not leave
  /// its sums to the others in registers: they have schedules of their own.
  void takeApart(ModuleOp module) {
    SmallVector<KernelOp> kernels;
    module.walk([&](KernelOp op) { kernels.push_back(op); });
    for (KernelOp op : kernels) {
      ComputeOp reduction = findTiledReduction(op);
      if (reduction && !reduction->hasAttr(scheduleAttrName) &&
          (getBatch(module) ||
           chooseFor(reduction, getNest(reduction)).keepsPartialSums()))
        inlineKernel(op);
    }
  }

  Schedule chooseFor(ComputeOp op, const LoopNest &nest) {
    bool hasEpilogue = op->getParentOfType<KernelOp>() != nullptr;
    if (op == largest) {
      Schedule drawn = drawSchedule(nest, target, draw);
      if (!hasEpilogue || !drawn.keepsPartialSums())
        return drawn;
    }
    return chooseSchedule(nest, target, nullptr, /*stagesResult=*/!hasEpilogue);
  }

  std::string scheduleOf(ComputeOp op) {
    LoopNest nest = getNest(op);
    Schedule schedule = chooseFor(op, nest);
    std::string text = schedule.str(nest);
    explainSchedule(op, nest, schedule, text);
    return text;
  }

  void explainSchedule(ComputeOp op, const LoopNest &nest,
                       const Schedule &schedule, StringRef text) {
    if (explain)
      op.emitRemark(llvm::formatv("predicted: {0:F0} cycles by {1}",
                                  predictCycles(nest, schedule, target), text)
                        .str());
  }

  /// So that schedules can be compared, also those that were given.
  void explainGiven(Operation *op) {
    auto compute = dyn_cast<ComputeOp>(op);
    if (!explain || !compute)
      return;
    StringRef text = op->getAttrOfType<StringAttr>(scheduleAttrName).getValue();
    LoopNest nest = getNest(compute);
    std::string reason;
    if (std::optional<Schedule> schedule = parseSchedule(text, nest, reason))
      explainSchedule(compute, nest, *schedule, text);
  }

  /// Empty where the statements do not share rows.
  std::string scheduleOf(KernelOp op) {
    std::optional<RowSchedule> schedule =
        op == largest ? drawRowSchedule(op, target, draw)
                      : getRowSchedule(op, target);
    return schedule ? schedule->str() : "";
  }

  bool wantsSchedule(Operation *op) {
    if (op->hasAttr(scheduleAttrName))
      return false;
    if (auto compute = dyn_cast<ComputeOp>(op))
      return mayHaveSchedule(compute);
    auto kernel = dyn_cast<KernelOp>(op);
    return kernel && getRowSchedule(kernel, target);
  }

  /// The operation with the most points that takes a schedule.
  Operation *findLargest(ModuleOp module) {
    Operation *largest = nullptr;
    int64_t most = -1;
    module.walk([&](Operation *op) {
      if (!wantsSchedule(op))
        return;
      int64_t points = countPoints(op);
      if (points <= most)
        return;
      most = points;
      largest = op;
    });
    return largest;
  }

  TargetModel target;
  Operation *largest = nullptr;
};
} // namespace
