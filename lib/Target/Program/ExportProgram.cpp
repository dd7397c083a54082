//===- ExportProgram.cpp - A program that leaves this process -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/ExportedProgram.h"

#include "../KernelWrapper.h"
#include "ProgramParts.h"

#include "Neo/Dialect/RunnableFunction.h"
#include "Neo/Runtime/Module/PlanText.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace neo;

std::string neo::bestTargetHere() {
  for (StringRef name : {"znver5", "avx512-bf16", "avx512", "avx2", "neon"}) {
    llvm::Expected<HostTarget> target = HostTarget::named(name);
    if (!target) {
      llvm::consumeError(target.takeError());
      continue;
    }
    bool isModel = name == "znver5";
    if (target->runsHere() && (!isModel || HostTarget::detect().cpu == name))
      return name.str();
  }
  return "";
}

/// Packs, here where that can be: the code is linked for it and dropped again.
static llvm::Error pack(ProgramParts &parts, const JITOptions &options) {
  LaunchPlan &plan = parts.planned.plan;
  if (plan.prepared == 0 || !options.target.runsHere())
    return llvm::Error::success();
  auto code = JITModule::load(parts.objects);
  if (!code)
    return code.takeError();
  if (llvm::Error error = resolveKernels(plan, **code))
    return error;
  std::string problem;
  if (!foldPrepared(plan, problem))
    return llvm::createStringError(problem);
  return llvm::Error::success();
}

/// Removes the code of kernels that are not launched any more.
static void dropUnusedCode(ProgramParts &parts) {
  llvm::StringSet<> launched;
  for (const Launch &launch : parts.planned.plan.launches)
    launched.insert(launch.code);
  llvm::erase_if(parts.objects, [&](const ObjectCode &object) {
    return llvm::none_of(object.kernels, [&](const std::string &kernel) {
      return launched.contains(kernel);
    });
  });
}

static llvm::Error fixWeights(ProgramParts &parts,
                              const std::vector<const void *> &weights,
                              const JITOptions &options) {
  PlannedProgram &planned = parts.planned;
  if (weights.size() > planned.inputs.size())
    return llvm::createStringError(std::to_string(weights.size()) +
                                   " inputs cannot be fixed: there are " +
                                   std::to_string(planned.inputs.size()));
  planned.inputs.resize(planned.inputs.size() - weights.size());
  fixInputs(planned.plan, planned.inputs.size(), weights);
  if (llvm::Error error = pack(parts, options))
    return error;
  dropUnused(planned.plan);
  dropUnusedCode(parts);
  return llvm::Error::success();
}

/// Decides where temporaries lie, and writes all down.
static llvm::Expected<ExportedProgram> writeParts(ProgramParts &parts) {
  PlannedProgram &planned = parts.planned;
  std::string problem;
  if (!placeTemporaries(planned.plan, problem))
    return llvm::createStringError(problem);
  ExportedProgram result;
  result.temporaryBytes = planned.plan.memory->peakBytes;
  result.weightBytes = lastingBytes(planned.plan);
  result.tensors = takeTensors(planned.plan);
  for (Launch &launch : planned.plan.launches)
    if (!launch.code.empty())
      launch.code = wrapperName(launch.code);
  result.plan = writePlanText(planned.plan);
  result.inputs = std::move(planned.inputs);
  result.results = std::move(planned.results);
  result.objects = std::move(parts.objects);
  return result;
}

llvm::Expected<ExportedProgram>
neo::exportProgram(ModuleOp module, StringRef function,
                   const std::vector<const void *> &weights,
                   const JITOptions &given) {
  llvm::Expected<JITOptions> options = chooseTarget(module, given);
  if (!options)
    return options.takeError();
  // A family's code in the order that suits this machine, if it is one of it.
  if (options->target.runsHere())
    options->target.tune = HostTarget::detect().cpu;
  CompileTimes times;
  auto parts = compileParts(module, function, *options,
                            CodeCache::fromEnvironment(), times);
  if (!parts)
    return parts.takeError();
  if (parts->planned.hasBatch)
    return llvm::createStringError(
        "a program for batches of any size cannot be exported: export it for "
        "one size");
  if (llvm::Error error = fixWeights(*parts, weights, *options))
    return std::move(error);
  return writeParts(*parts);
}
