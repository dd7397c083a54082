//===- ConvertNeoToGPU.cpp - Kernels of a GPU and their launches ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelFunction.h"

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Dialect/InlineKernel.h"
#include "Neo/Schedule/GPU/ChooseSchedule.h"
#include "Neo/Schedule/OperatorText.h"

#include "llvm/ADT/StringMap.h"

namespace neo {
#define GEN_PASS_DEF_NEOSCHEDULEGPU
#define GEN_PASS_DEF_CONVERTNEOTOGPU
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct NeoScheduleGPU : neo::impl::NeoScheduleGPUBase<NeoScheduleGPU> {
  using NeoScheduleGPUBase::NeoScheduleGPUBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::optional<GPUMachine> machine = GPUMachine::get(chip);
    if (!machine) {
      auto error = module.emitError("Neo does not know the chip '")
                   << chip << "'; it knows";
      for (const GPUMachine &known : GPUMachine::all())
        error << " " << known.chip;
      return signalPassFailure();
    }
    inlineKernels(module);
    module.walk([&](ComputeOp op) {
      if (!op->hasAttr(gpuScheduleAttrName))
        op->setAttr(gpuScheduleAttrName, chooseGPUSchedule(op, *machine));
    });
  }
};

struct ConvertNeoToGPU : neo::impl::ConvertNeoToGPUBase<ConvertNeoToGPU> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<ComputeOp> computes;
    module.walk([&](ComputeOp op) { computes.push_back(op); });
    if (llvm::any_of(computes, [](ComputeOp op) { return failed(check(op)); }))
      return signalPassFailure();
    for (ComputeOp op : computes)
      convert(module, op);
  }

private:
  static LogicalResult check(ComputeOp op) {
    GPUScheduleAttr schedule = getGPUSchedule(op);
    if (schedule)
      return verifyGPUSchedule(op, schedule);
    return op.emitError("has no schedule for a GPU: run neo-schedule-gpu, or "
                        "write the attribute '")
           << gpuScheduleAttrName << "'";
  }

  gpu::GPUModuleOp getKernels(ModuleOp module) {
    if (!kernels) {
      OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
      kernels = gpu::GPUModuleOp::create(b, module.getLoc(), "kernels");
      SymbolTable(module).insert(kernels);
    }
    return kernels;
  }

  /// Text that operators have in common that need the same kernel.
  static std::string getKey(ComputeOp op) {
    std::string key = describeOperator(op);
    // An operand that is read twice has one buffer.
    for (Value operand : op->getOperands())
      key += " " + std::to_string(llvm::find(op->getOperands(), operand) -
                                  op->operand_begin());
    return key;
  }

  /// Operators that are the same but for the tensors they read share a kernel.
  gpu::GPUFuncOp getKernel(ModuleOp module, ComputeOp op) {
    gpu::GPUFuncOp &kernel = known[getKey(op)];
    if (!kernel) {
      auto caller = op->getParentOfType<FunctionOpInterface>();
      std::string name =
          caller.getName().str() + "_kernel" + std::to_string(known.size() - 1);
      kernel = emitGPUKernel(getKernels(module), name, op);
    }
    return kernel;
  }

  void convert(ModuleOp module, ComputeOp op) {
    gpu::GPUFuncOp kernel = getKernel(module, op);
    GPUScheduleAttr schedule = getGPUSchedule(op);
    OpBuilder b(op);
    auto symbol = SymbolRefAttr::get(kernels.getSymNameAttr(),
                                     {FlatSymbolRefAttr::get(kernel)});
    auto launch = GPULaunchOp::create(
        b, op.getLoc(), op->getResultTypes(), symbol, op->getOperands(),
        uint64_t(schedule.getBlocks()), uint64_t(schedule.getThreads()),
        uint64_t(schedule.getShared()));
    op.replaceAllUsesWith(launch.getResult(0));
    op.erase();
  }

  gpu::GPUModuleOp kernels;
  llvm::StringMap<gpu::GPUFuncOp> known;
};
} // namespace
