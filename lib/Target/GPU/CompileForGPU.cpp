//===- CompileForGPU.cpp - A function as a program for a GPU --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/CompileForGPU.h"

#include "Assembler.h"
#include "EmitKernels.h"
#include "StoredProgram.h"

#include "Neo/Conversion/CudaToolkit.h"
#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Conversion/Passes.h"
#include "Neo/Conversion/Pipelines.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Dialect/RunnableFunction.h"
#include "Neo/Machine/GPUMachine.h"
#include "Neo/Target/CodeCache.h"
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

/// Writes the target's numbers on `module`, unless that says some itself.
static void sayMachine(ModuleOp module, StringRef chip,
                       const GPUTarget &target) {
  const CudaNumbers &numbers = target.numbers;
  if (module->hasAttr(gpuMachineAttrName))
    return;
  GPUMachine machine = *GPUMachine::get(chip);
  machine.limitTo(getCapability(target.chip));
  auto take = [](int64_t &number, int64_t told) {
    if (told > 0)
      number = told;
  };
  take(machine.multiprocessors, numbers.multiprocessors);
  take(machine.maxWarps, numbers.threads / GPUMachine::warpLanes);
  take(machine.registers, numbers.registers);
  take(machine.maxShared, numbers.shared);
  take(machine.maxBlockShared, numbers.blockShared);
  take(machine.megahertz, numbers.kilohertz / 1000);
  constexpr int64_t transfers = 2; // Of a clock.
  take(machine.bandwidth, transfers * numbers.memoryKilohertz *
                              numbers.memoryBits / 8 / 1'000'000);
  module.getContext()->loadDialect<NeoDialect>();
  module->setAttr(gpuMachineAttrName,
                  describeMachine(module.getContext(), machine));
}

/// Is a schedule for a GPU written in `module`? It is for the operator as it
/// stands: what optimises that changes what the schedule is of.
static bool hasSchedules(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return op->hasAttr(gpuScheduleAttrName) ? WalkResult::interrupt()
                                                : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The passes that schedule `module` for the GPU on which `known` runs.
static void addScheduling(PassManager &pm, ModuleOp module, StringRef known,
                          const GPUTarget &target) {
  sayMachine(module, known, target);
  if (!module->hasAttr(optimizedAttrName) && !hasSchedules(module))
    buildOptimizeForGPUPipeline(pm);
  NeoScheduleGPUOptions schedule;
  schedule.chip = known.str();
  pm.addPass(createNeoScheduleGPU(schedule));
}

llvm::Error neo::scheduleForGPU(ModuleOp module, const GPUTarget &target) {
  auto known = getKnownChip(target.chip);
  if (!known)
    return known.takeError();
  PassManager pm(module.getContext());
  addScheduling(pm, module, *known, target);
  if (succeeded(pm.run(module)))
    return llvm::Error::success();
  return llvm::createStringError("no schedules could be made for a GPU");
}

static llvm::Error runPasses(ModuleOp module, StringRef known,
                             const GPUTarget &target) {
  PassManager pm(module.getContext());
  addScheduling(pm, module, known, target);
  pm.addPass(createNeoAvoidPoison());
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

llvm::Expected<GPUProgram> neo::compileForGPU(ModuleOp module, StringRef name,
                                              const GPUTarget &target) {
  auto function = findRunnable(module, name);
  if (!function)
    return function.takeError();
  auto known = getKnownChip(target.chip);
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
  if (llvm::Error error = runPasses(module, *known, target))
    return std::move(error);
  auto image = emitKernels(module, *known);
  if (!image)
    return image.takeError();
  program.image = std::move(*image);
  program.kernels = takeLaunches(module);
  if (llvm::Error error = plan(module, name, program))
    return std::move(error);
  return program;
}

/// libdevice is a part of the kernels, which are scheduled by the device's
/// numbers.
static std::string keyOf(StringRef text, StringRef function,
                         const GPUTarget &target) {
  const CudaNumbers &n = target.numbers;
  std::string numbers;
  for (int number :
       {n.multiprocessors, n.threads, n.registers, n.shared, n.blockShared,
        n.kilohertz, n.memoryKilohertz, n.memoryBits})
    numbers += " " + std::to_string(number);
  return CodeCache::makeKey({"program for a GPU", findCudaToolkit(),
                             target.chip, numbers, function, text});
}

std::optional<GPUProgram> neo::loadForGPU(StringRef text, StringRef function,
                                          const GPUTarget &target) {
  CodeCache cache = CodeCache::fromEnvironment();
  std::optional<std::string> bytes =
      cache.get(CacheEntry::program, keyOf(text, function, target));
  return bytes ? readGPUProgram(*bytes) : std::nullopt;
}

void neo::keepForGPU(StringRef text, StringRef function,
                     const GPUTarget &target, const GPUProgram &program) {
  CodeCache::fromEnvironment().put(CacheEntry::program,
                                   keyOf(text, function, target),
                                   writeProgram(program));
}

llvm::Error neo::assembleKernels(GPUProgram &program, StringRef chip,
                                 int newest) {
  std::optional<Assembler> assembler = Assembler::find();
  bool isUsable = assembler &&
                  assembler->getVersion() / 1000 <= newest / 1000 &&
                  assembler->knows(chip);
  if (!isUsable || program.image.empty())
    return llvm::Error::success();
  auto cubins = assembler->assemble(program.image, chip);
  if (!cubins)
    return cubins.takeError();
  program.cubins = std::move(*cubins);
  return llvm::Error::success();
}
