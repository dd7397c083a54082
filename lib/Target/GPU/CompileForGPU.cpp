//===- CompileForGPU.cpp - A function as a program for a GPU --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/CompileForGPU.h"

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Conversion/Pipelines.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Dialect/RunnableFunction.h"
#include "Neo/Machine/GPUMachine.h"
#include "Neo/Target/Program.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace neo;

/// The number in "sm_90a".
static unsigned getCapability(StringRef chip) {
  unsigned number = 0;
  chip.consume_front("sm_");
  chip.consumeInteger(10, number);
  return number;
}

/// The newest chip that Neo knows and `chip` runs the code of.
static llvm::Expected<StringRef> getKnownChip(StringRef chip) {
  StringRef best;
  for (const GPUMachine &machine : GPUMachine::all())
    if (getCapability(machine.chip) <= getCapability(chip))
      best = machine.chip;
  if (best.empty())
    return llvm::createStringError(
        "Neo needs a GPU of compute capability 8.0 or newer; this one is '" +
        chip.str() + "'");
  return best;
}

static llvm::Error runPasses(ModuleOp module, StringRef chip) {
  PassManager pm(module.getContext());
  if (!module->hasAttr(optimizedAttrName))
    buildOptimizeForGPUPipeline(pm);
  NeoScheduleGPUOptions schedule;
  schedule.chip = chip.str();
  pm.addPass(createNeoScheduleGPU(schedule));
  pm.addPass(createConvertNeoToGPU());
  if (succeeded(pm.run(module)))
    return llvm::Error::success();
  return llvm::createStringError("no kernels could be made for a GPU");
}

/// Launches as the plan knows them: a grid is a range of blocks.
static std::map<std::string, KernelShape> takeLaunches(ModuleOp module) {
  std::map<std::string, KernelShape> kernels;
  SmallVector<GPULaunchOp> launches;
  module.walk([&](GPULaunchOp op) { launches.push_back(op); });
  for (GPULaunchOp op : launches) {
    StringRef name = op.getKernelAttr().getLeafReference();
    kernels[name.str()] = {int64_t(op.getThreads()), int64_t(op.getShared())};
    OpBuilder b(op);
    auto launch =
        LaunchOp::create(b, op.getLoc(), op.getResultTypes(), name,
                         op.getOperands(), int64_t(op.getBlocks()), 1);
    launch->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op->replaceAllUsesWith(launch);
    op->erase();
  }
  return kernels;
}

static llvm::Error plan(ModuleOp module, StringRef name, GPUProgram &program) {
  auto function = findRunnable(module, name);
  if (!function)
    return function.takeError();
  llvm::Expected<LaunchPlan> plan = buildLaunchPlan(*function);
  if (!plan)
    return plan.takeError();
  for (Launch &launch : plan->launches)
    if (!launch.fn)
      launch.fn = runsOnDevice;
  program.planned = {describeBuffers(function->getArgumentTypes()),
                     describeBuffers(function->getResultTypes()), false,
                     std::move(*plan)};
  return llvm::Error::success();
}

/// Functions such as exp are NVIDIA's libdevice, which is linked into the
/// kernels where the CUDA toolkit is found: CUDA_ROOT, CUDA_HOME or CUDA_PATH
/// name it.
static llvm::Error checkComplete(StringRef ptx) {
  StringRef declared = ptx.split(".extern .func").second;
  if (declared.empty())
    return llvm::Error::success();
  StringRef name = declared.substr(declared.find("__")).take_while([](char c) {
    return llvm::isAlnum(c) || c == '_';
  });
  return llvm::createStringError(
      "the kernels call '" + name.str() +
      "' of libdevice, a part of NVIDIA's CUDA toolkit that is not found: "
      "install the toolkit, or let CUDA_ROOT name its folder");
}

/// The text of the kernels of `module`; empty if it has none.
static llvm::Expected<std::string> emitPTX(ModuleOp module, StringRef chip) {
  if (module.getOps<gpu::GPUModuleOp>().empty())
    return std::string();
  PassManager pm(module.getContext());
  buildToPTXPipeline(pm, chip);
  if (failed(pm.run(module)))
    return llvm::createStringError("the kernels could not be lowered to PTX");
  auto binary = *module.getOps<gpu::BinaryOp>().begin();
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  StringRef ptx = object.getObject().getValue();
  if (llvm::Error error = checkComplete(ptx))
    return std::move(error);
  return ptx.str();
}

llvm::Expected<GPUProgram> neo::compileForGPU(ModuleOp module, StringRef name,
                                              StringRef chip) {
  auto function = findRunnable(module, name);
  if (!function)
    return function.takeError();
  auto known = getKnownChip(chip);
  if (!known)
    return known.takeError();
  if (getBatch(module))
    return llvm::createStringError(
        "a batch of any size does not run on a GPU yet: leave out batch=");
  for (func::FuncOp other : module.getOps<func::FuncOp>())
    if (other != *function)
      other.setPrivate();
  GPUProgram program;
  for (unsigned i = 0; i < function->getNumArguments(); ++i)
    program.fixed.push_back(bool(function->getArgAttr(i, fixedAttrName)));
  if (llvm::Error error = runPasses(module, *known))
    return std::move(error);
  auto image = emitPTX(module, *known);
  if (!image)
    return image.takeError();
  program.image = std::move(*image);
  program.kernels = takeLaunches(module);
  if (llvm::Error error = plan(module, name, program))
    return std::move(error);
  return program;
}
