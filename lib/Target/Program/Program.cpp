//===- Program.cpp - A function ready to run ------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/Program.h"

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/InstructionSet.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace neo;

static llvm::Error runStage(ModuleOp module, StringRef stage,
                            void (*build)(OpPassManager &)) {
  PassManager pm(module.getContext());
  build(pm);
  if (succeeded(pm.run(module)))
    return llvm::Error::success();
  return llvm::createStringError("stage '" + stage.str() + "' failed");
}

static llvm::Expected<func::FuncOp> findFunction(ModuleOp module,
                                                 StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function || function.isExternal())
    return llvm::createStringError("the module does not define a function '" +
                                   name.str() + "'");
  return function;
}

static SmallVector<RankedTensorType> tensorTypes(TypeRange types) {
  SmallVector<RankedTensorType> result;
  for (Type type : types)
    result.push_back(cast<RankedTensorType>(type));
  return result;
}

/// Only `function` is compiled: what it does not call goes.
static void makePrivateBut(ModuleOp module, func::FuncOp function) {
  for (func::FuncOp other : module.getOps<func::FuncOp>())
    if (other != function)
      other.setPrivate();
  function.setPublic();
}

/// From the neo dialect to launches and kernels. What a program says of its
/// batch is checked as it was written: simplification hides what holds for the
/// stand-in only.
static llvm::Error lowerToVector(ModuleOp module) {
  if (failed(verifyBatch(module)))
    return llvm::createStringError("the batch is not of any size");
  if (llvm::Error error =
          runStage(module, "neo-optimize", buildOptimizePipeline))
    return error;
  return runStage(module, "neo-to-vector", buildToVectorPipeline);
}

/// Gives every launch of `plan` its machine code.
static llvm::Error resolveKernels(LaunchPlan &plan, const JITModule &code) {
  for (Launch &launch : plan.launches) {
    if (launch.fn)
      continue; // a copy
    llvm::Expected<KernelFn> kernel = code.lookup(launch.name);
    if (!kernel)
      return kernel.takeError();
    launch.fn = *kernel;
  }
  return llvm::Error::success();
}

/// `options` for the target that `module` names.
static llvm::Expected<JITOptions> chooseTarget(ModuleOp module,
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
  auto function = findFunction(module, name);
  if (!function)
    return function.takeError();
  auto chosen = chooseTarget(module, options);
  if (!chosen)
    return chosen.takeError();
  makePrivateBut(module, *function);
  if (llvm::Error error = lowerToVector(module))
    return std::move(error);
  if (llvm::Error error = runStage(module, "neo-to-llvm", buildToLLVMPipeline))
    return std::move(error);
  return printAssembly(module, *chosen);
}

llvm::Expected<std::unique_ptr<Program>>
Program::compile(ModuleOp module, StringRef name, const JITOptions &given) {
  auto function = findFunction(module, name);
  if (!function)
    return function.takeError();
  auto options = chooseTarget(module, given);
  if (!options)
    return options.takeError();
  if (!options->target.runsHere())
    return llvm::createStringError(
        "code for '" + getTargetName(module) +
        "' does not run on this machine; its assembly can be printed");
  makePrivateBut(module, *function);
  if (llvm::Error error = lowerToVector(module))
    return std::move(error);
  function = findFunction(module, name);
  if (!function)
    return function.takeError();

  auto program = std::make_unique<Program>();
  llvm::Expected<LaunchPlan> plan = buildLaunchPlan(*function);
  if (!plan)
    return plan.takeError();
  program->inputTypes = tensorTypes(function->getArgumentTypes());
  program->resultTypes = tensorTypes(function->getResultTypes());
  program->batch = neo::getBatch(module);
  if (llvm::Error error = runStage(module, "neo-to-llvm", buildToLLVMPipeline))
    return std::move(error);
  auto code = JITModule::compile(module, *options);
  if (!code)
    return code.takeError();
  program->code = std::move(*code);
  if (llvm::Error error = resolveKernels(*plan, *program->code))
    return std::move(error);
  if (program->batch) {
    program->anyBatch = std::make_unique<BatchExecutor>(std::move(*plan));
    return std::move(program);
  }
  std::string message;
  program->executor = Executor::create(std::move(*plan), message);
  if (!program->executor)
    return llvm::createStringError(message);
  return std::move(program);
}
