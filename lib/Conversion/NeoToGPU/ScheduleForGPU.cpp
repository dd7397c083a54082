//===- ScheduleForGPU.cpp - A schedule on every operator ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FunctionOperators.h"

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Dialect/AllowTF32.h"
#include "Neo/Dialect/InlineKernel.h"
#include "Neo/Dialect/SplitKernel.h"
#include "Neo/Schedule/GPU/ChooseSchedule.h"
#include "Neo/Schedule/GPU/IndexedSchedule.h"

namespace neo {
#define GEN_PASS_DEF_NEOSCHEDULEGPU
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct NeoScheduleGPU : neo::impl::NeoScheduleGPUBase<NeoScheduleGPU> {
  using NeoScheduleGPUBase::NeoScheduleGPUBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (rank < 0 || rank > lastRank) {
      module.emitError("rank is a place in the order of costs, from 0 to ")
          << lastRank << ", not " << int64_t(rank);
      return signalPassFailure();
    }
    std::optional<GPUMachine> machine = getGPUMachine(module, chip);
    if (!machine || failed(verifyAllowTF32(module)))
      return signalPassFailure();
    if (allowTF32)
      module->setAttr(allowTF32AttrName, UnitAttr::get(module.getContext()));
    for (KernelOp op : findInFunctions<KernelOp>(module))
      scheduleKernel(op, *machine);
    for (ComputeOp op : findInFunctions<ComputeOp>(module)) {
      if (!op->hasAttr(gpuScheduleAttrName))
        op->setAttr(gpuScheduleAttrName, chooseGPUSchedule(op, *machine, rank));
      if (failed(verifyGPUSizes(op)))
        signalPassFailure();
    }
    for (GatherOp op : findInFunctions<GatherOp>(module))
      scheduleIndexed(op, *machine);
    for (ScatterAddOp op : findInFunctions<ScatterAddOp>(module))
      scheduleIndexed(op, *machine);
  }

private:
  /// There are far fewer tiles, and a rank behind the last is that of the last:
  /// a bound against slips, not a number of the machine.
  static constexpr int64_t lastRank = 1000000;

  template <typename Op>
  void scheduleIndexed(Op op, const GPUMachine &machine) {
    if (op->hasAttr(gpuScheduleAttrName))
      return;
    if (GPUIndexedScheduleAttr schedule = chooseIndexedSchedule(op, machine))
      op->setAttr(gpuScheduleAttrName, schedule);
    else
      signalPassFailure();
  }

  /// Its statements become one kernel, if need be without sums over what they
  /// share, or operators of their own.
  static void scheduleKernel(KernelOp op, const GPUMachine &machine) {
    auto isScheduled = [](ComputeOp statement) {
      return statement->hasAttr(gpuScheduleAttrName);
    };
    std::string reason;
    if (llvm::all_of(op.getStatements(), isScheduled) ||
        neo::scheduleKernel(op, machine, reason))
      return;
    if (KernelOp rest = splitOffSums(op))
      return scheduleKernel(rest, machine);
    op.emitRemark("its statements are kernels of their own: ") << reason;
    inlineKernel(op);
  }
};
} // namespace
