//===- VerifyLaunches.cpp - Launches that a GPU has no room for -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Dialect/GPUSchedule.h"

namespace neo {
#define GEN_PASS_DEF_NEOVERIFYGPULAUNCHES
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct NeoVerifyGPULaunches
    : neo::impl::NeoVerifyGPULaunchesBase<NeoVerifyGPULaunches> {
  using NeoVerifyGPULaunchesBase::NeoVerifyGPULaunchesBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<GPUMachine> machine = findSaidMachine(module, chip);
    if (!machine)
      return signalPassFailure();
    int64_t most = machine->maxBlockShared;
    auto verify = [&](GPULaunchOp op) -> WalkResult {
      if (int64_t(op.getShared()) <= most)
        return success();
      return op.emitOpError("has ")
             << op.getShared() << " bytes of shared memory; a block of " << chip
             << " has at most " << most << ": schedule it for " << chip
             << " (neo-schedule-gpu=chip=" << chip << ")";
    };
    if (module.walk(verify).wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
