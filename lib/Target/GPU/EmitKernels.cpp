//===- EmitKernels.cpp - The PTX of a program's kernels -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "EmitKernels.h"

#include "WorkerProcesses.h"

#include "Neo/Conversion/GPUPasses.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace neo;

/// Functions such as exp are NVIDIA's libdevice, which is linked into the
/// kernels where the CUDA toolkit is found: CUDA_ROOT, CUDA_HOME or CUDA_PATH
/// name it.
static std::string checkComplete(StringRef ptx) {
  StringRef declared = ptx.split(".extern .func").second;
  if (declared.empty())
    return "";
  StringRef name = declared.substr(declared.find("__")).take_while([](char c) {
    return llvm::isAlnum(c) || c == '_';
  });
  return "the kernels call '" + name.str() +
         "' of libdevice, a part of NVIDIA's CUDA toolkit that is not found: "
         "install the toolkit, or let CUDA_ROOT name its folder";
}

/// What a worker does: its module is a copy.
static WorkResult emit(ModuleOp module, StringRef chip) {
  std::string said;
  ScopedDiagnosticHandler collect(module.getContext(), [&](Diagnostic &each) {
    if (each.getSeverity() == DiagnosticSeverity::Error)
      said += (said.empty() ? ": " : "; ") + each.str();
    return success();
  });
  PassManager pm(module.getContext());
  buildToPTXPipeline(pm, {chip.str()});
  if (failed(pm.run(module)))
    return {"", "the kernels could not be lowered to PTX" + said};
  auto binary = *module.getOps<gpu::BinaryOp>().begin();
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  StringRef ptx = object.getObject().getValue();
  return {ptx.str(), checkComplete(ptx)};
}

/// A module with one kernel of `kernels`.
static OwningOpRef<ModuleOp> isolate(gpu::GPUModuleOp kernels, StringRef name) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernels.getLoc());
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  auto copy = cast<gpu::GPUModuleOp>(b.clone(*kernels));
  for (auto function :
       llvm::make_early_inc_range(copy.getOps<gpu::GPUFuncOp>()))
    if (function.getName() != name)
      function.erase();
  return module;
}

/// The error of the first kernel that has one alone, or that of all together.
static std::string findCulprit(gpu::GPUModuleOp kernels, StringRef chip,
                               const std::string &together) {
  std::vector<Work> work;
  for (auto function : kernels.getOps<gpu::GPUFuncOp>()) {
    std::string name = function.getName().str();
    work.push_back({"kernel '" + name + "'", [=] {
                      OwningOpRef<ModuleOp> alone = isolate(kernels, name);
                      return emit(*alone, chip);
                    }});
  }
  for (const WorkResult &result :
       runApart(work, getWorkerCount(), getWorkerLimit()))
    if (!result.error.empty())
      return result.error;
  return together;
}

llvm::Expected<std::string> neo::emitKernels(ModuleOp module, StringRef chip) {
  if (module.getOps<gpu::GPUModuleOp>().empty())
    return std::string();
  Work all = {"the kernels", [=] { return emit(module, chip); }};
  WorkResult result = runApart(all, 1, getWorkerLimit()).front();
  if (result.error.empty())
    return std::move(result.output);
  if (!result.isBroken)
    return llvm::createStringError(result.error);
  auto kernels = *module.getOps<gpu::GPUModuleOp>().begin();
  return llvm::createStringError(findCulprit(kernels, chip, result.error));
}
