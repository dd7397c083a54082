//===- Program.cpp - A function ready to run ------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/Program.h"

#include "KernelSources.h"
#include "ProgramParts.h"
#include "SkippedPasses.h"

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/DeclaredDerivatives.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Dialect/RunnableFunction.h"
#include "Neo/Schedule/Schedule.h"
#include "Neo/Schedule/ScheduleText.h"
#include "Neo/Target/Calibration.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace neo;

/// What is compiled was verified when it was read, and kernels are when they
/// are read again: verifying after each pass takes longer than most passes.
static llvm::Error runStage(ModuleOp module, StringRef stage,
                            void (*build)(OpPassManager &),
                            const JITOptions &options, CompileTimes &times) {
  PassManager pm(module.getContext());
  pm.enableVerifier(false);
  times.watch(pm);
  build(pm);
  SkippedPasses skipped(*module.getContext(), options.interruption);
  bool succeeds = succeeded(pm.run(module));
  if (options.interruption && options.interruption->given())
    return makeGivenUpError();
  if (succeeds)
    return llvm::Error::success();
  return llvm::createStringError("stage '" + stage.str() + "' failed");
}

std::vector<BufferType> neo::describeBuffers(TypeRange types,
                                             std::optional<int64_t> batch) {
  std::vector<BufferType> result;
  for (Type type : types) {
    auto tensor = cast<RankedTensorType>(type);
    BufferType buffer;
    llvm::raw_string_ostream(buffer.element) << tensor.getElementType();
    buffer.shape = tensor.getShape();
    if (std::optional<unsigned> d = getBatchDimension(type, batch))
      buffer.shape[*d] = BufferType::anyBatch;
    result.push_back(std::move(buffer));
  }
  return result;
}

/// Only `function` is compiled: what it does not call goes.
static void makePrivateBut(ModuleOp module, func::FuncOp function) {
  for (func::FuncOp unused : findUnusedDerivatives(module))
    unused.erase();
  for (func::FuncOp other : module.getOps<func::FuncOp>())
    if (other != function)
      other.setPrivate();
  function.setPublic();
}

/// From the neo dialect to launches and kernels. What was measured here says
/// nothing of other machines.
static llvm::Error lowerToVector(ModuleOp module, const JITOptions &options,
                                 CompileTimes &times) {
  if (options.target.runsHere())
    applyCalibration(module);
  // Operators that have schedules have been optimised.
  if (!module->hasAttr(optimizedAttrName) &&
      !module->hasAttr(scheduledAttrName))
    if (llvm::Error error = runStage(module, "neo-optimize",
                                     buildOptimizePipeline, options, times))
      return error;
  return runStage(module, "neo-to-vector", buildToVectorPipeline, options,
                  times);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// `function` and what it calls as a plan, whose launches name their code.
static llvm::Expected<PlannedProgram>
planProgram(ModuleOp module, func::FuncOp function,
            const llvm::StringMap<KernelSource> &kernels) {
  llvm::Expected<LaunchPlan> plan = buildLaunchPlan(function);
  if (!plan)
    return plan.takeError();
  std::optional<int64_t> batch = neo::getBatch(module);
  PlannedProgram planned{describeBuffers(function.getArgumentTypes(), batch),
                         describeBuffers(function.getResultTypes(), batch),
                         batch.has_value(), std::move(*plan)};
  for (Launch &launch : planned.plan.launches) {
    auto kernel = kernels.find(launch.name);
    if (kernel != kernels.end())
      launch.code = kernel->second.name;
  }
  return planned;
}

llvm::Expected<JITOptions> neo::chooseTarget(ModuleOp module,
                                             JITOptions options) {
  std::string name = getTargetName(module);
  llvm::Expected<HostTarget> target = HostTarget::named(name);
  if (!target)
    return target.takeError();
  if (name != "host")
    options.target = *target;
  return options;
}

llvm::Expected<std::string> neo::printAssembly(ModuleOp module, StringRef name,
                                               const JITOptions &options) {
  auto function = findRunnable(module, name);
  if (!function)
    return function.takeError();
  auto chosen = chooseTarget(module, options);
  if (!chosen)
    return chosen.takeError();
  makePrivateBut(module, *function);
  CompileTimes times;
  if (llvm::Error error = lowerToVector(module, *chosen, times))
    return std::move(error);
  if (llvm::Error error =
          runStage(module, "neo-to-llvm", buildToLLVMPipeline, *chosen, times))
    return std::move(error);
  return printAssembly(module, *chosen);
}

llvm::Expected<ProgramParts> neo::compileParts(ModuleOp module, StringRef name,
                                               const JITOptions &options,
                                               const CodeCache &cache,
                                               CompileTimes &times) {
  auto function = findRunnable(module, name);
  if (!function)
    return function.takeError();
  makePrivateBut(module, *function);
  if (llvm::Error error = lowerToVector(module, options, times))
    return std::move(error);
  function = findRunnable(module, name);
  if (!function)
    return function.takeError();
  llvm::StringMap<KernelSource> kernels = takeKernels(module, options);
  auto planned = planProgram(module, *function, kernels);
  if (!planned)
    return planned.takeError();
  auto objects = compileKernels(kernels, options, cache, times);
  if (!objects)
    return objects.takeError();
  return ProgramParts{std::move(*planned), std::move(*objects), kernels.size()};
}

llvm::Expected<std::unique_ptr<Program>>
Program::compile(ModuleOp module, StringRef name, const JITOptions &given,
                 StringRef key) {
  auto options = chooseTarget(module, given);
  if (!options)
    return options.takeError();
  if (!options->target.runsHere())
    return llvm::createStringError(
        "code for '" + getTargetName(module) +
        "' does not run on this machine; its assembly can be printed");
  CodeCache cache = CodeCache::fromEnvironment();
  CompileTimes times;
  auto parts = compileParts(module, name, *options, cache, times);
  if (!parts)
    return parts.takeError();
  if (!key.empty())
    cache.put(CacheEntry::program, key, writeProgram(parts->planned));
  auto program = link(std::move(parts->planned), std::move(parts->objects));
  if (program)
    (*program)->warning = times.describeExcess(parts->kernels);
  return program;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool Program::run(const void *const *inputs, void *const *results,
                  Interruption *interruption, std::string *problem) {
  if (executor)
    return executor->run(inputs, results, interruption, problem);
  if (problem)
    *problem = "the program takes a batch of any size: run what executorFor() "
               "gives for the size you have";
  return false;
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

llvm::Error neo::resolveKernels(LaunchPlan &plan, const JITModule &code) {
  for (Launch &launch : plan.launches) {
    if (launch.fn)
      continue; // a copy
    llvm::Expected<KernelFn> kernel = code.lookup(launch.code);
    if (!kernel)
      return kernel.takeError();
    launch.fn = *kernel;
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Program>>
Program::link(PlannedProgram planned, std::vector<ObjectCode> objects) {
  auto code = JITModule::load(std::move(objects));
  if (!code)
    return code.takeError();
  if (llvm::Error error = resolveKernels(planned.plan, **code))
    return std::move(error);
  auto program = std::make_unique<Program>();
  program->code = std::move(*code);
  program->inputs = std::move(planned.inputs);
  program->results = std::move(planned.results);
  if (planned.hasBatch) {
    program->anyBatch =
        std::make_unique<BatchExecutor>(std::move(planned.plan));
    return std::move(program);
  }
  std::string message;
  program->executor = Executor::create(std::move(planned.plan), message);
  if (!program->executor)
    return llvm::createStringError(message);
  return std::move(program);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

std::string Program::keyOf(StringRef text, StringRef function,
                           const JITOptions &options) {
  // A target that the text names is part of the text.
  std::string target = getDefaultTarget();
  InstructionSet instructions =
      InstructionSet::get(target).value_or(InstructionSet());
  return CodeCache::makeKey({"program", describeOptions(options), target,
                             TargetModel::of(instructions).description(),
                             readCalibration(), function, text});
}

std::unique_ptr<Program> Program::load(StringRef key) {
  CodeCache cache = CodeCache::fromEnvironment();
  std::optional<std::string> bytes = cache.get(CacheEntry::program, key);
  if (!bytes)
    return nullptr;
  std::optional<PlannedProgram> planned = readProgram(*bytes);
  if (!planned)
    return nullptr;
  std::vector<ObjectCode> objects;
  llvm::StringSet<> known;
  for (const Launch &launch : planned->plan.launches) {
    if (launch.code.empty() || !known.insert(launch.code).second)
      continue;
    std::optional<ObjectCode> object = findKernel(launch.code, cache);
    if (!object)
      return nullptr;
    objects.push_back(std::move(*object));
  }
  auto program = link(std::move(*planned), std::move(objects));
  if (program)
    return std::move(*program);
  // Compiling says what is wrong, if it still is.
  llvm::consumeError(program.takeError());
  return nullptr;
}
