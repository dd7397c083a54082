//===- EmitKernels.cpp - The PTX of a program's kernels -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "EmitKernels.h"

#include "PTXText.h"
#include "WorkerProcesses.h"

#include "Neo/Conversion/GPUPasses.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

#include <numeric>

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

namespace {
/// Kernels of a module that stand one after the other.
using KernelPart = SmallVector<gpu::GPUFuncOp>;
} // namespace

/// A module with the kernels of `part`, and all else that is beside them.
static OwningOpRef<ModuleOp> isolate(const KernelPart &part) {
  auto kernels = cast<gpu::GPUModuleOp>(part.front()->getParentOp());
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernels.getLoc());
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  auto copy = cast<gpu::GPUModuleOp>(b.cloneWithoutRegions(*kernels));
  b.createBlock(&copy.getBodyRegion());
  for (Operation &op : *kernels.getBody()) {
    auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
    if (!kernel || llvm::is_contained(part, kernel))
      b.clone(op);
  }
  return module;
}

/// Kernels of average weight in a part, at most. A process costs what its
/// kernels do not share: the 213 of a step of ResNet-50 take 21 to 22 s on two
/// processors in a process each, and 16 to 18 s in parts of eight. Much larger
/// parts would wait for each other at the end, and could outlast
/// getWorkerLimit.
constexpr size_t mostInPart = 8;

/// The kernels in parts of about equal weight, which is the number of
/// operations, one for each processor or more.
static std::vector<KernelPart> divide(gpu::GPUModuleOp module) {
  KernelPart kernels(module.getOps<gpu::GPUFuncOp>());
  size_t count =
      std::min(kernels.size(),
               std::max<size_t>(llvm::divideCeil(kernels.size(), mostInPart),
                                getWorkerCount()));
  SmallVector<size_t> weights;
  for (gpu::GPUFuncOp kernel : kernels) {
    size_t &weight = weights.emplace_back(0);
    kernel.walk([&](Operation *) { ++weight; });
  }
  size_t total = std::accumulate(weights.begin(), weights.end(), size_t(0));
  std::vector<KernelPart> parts;
  size_t before = 0;
  for (auto [kernel, weight] : llvm::zip_equal(kernels, weights)) {
    if (parts.empty() || before * count >= parts.size() * total)
      parts.emplace_back();
    parts.back().push_back(kernel);
    before += weight;
  }
  return parts;
}

/// The error of the first kernel that has one alone, or that of all together.
static std::string findCulprit(const KernelPart &part, StringRef chip,
                               const std::string &together) {
  std::vector<Work> work;
  for (gpu::GPUFuncOp kernel : part)
    work.push_back({"kernel '" + kernel.getName().str() + "'",
                    [=] { return emit(*isolate({kernel}), chip); }});
  for (const WorkResult &result :
       runApart(work, getWorkerCount(), getWorkerLimit()))
    if (!result.error.empty())
      return result.error;
  return together;
}

namespace {
/// A context that waits for no threads while it lives: a process that is forked
/// has none of them.
class SingleThreaded {
public:
  explicit SingleThreaded(MLIRContext &context)
      : context(context), had(context.isMultithreadingEnabled()) {
    context.disableMultithreading();
  }
  ~SingleThreaded() { context.disableMultithreading(!had); }

private:
  MLIRContext &context;
  bool had;
};
} // namespace

llvm::Expected<std::string> neo::emitKernels(ModuleOp module, StringRef chip) {
  SingleThreaded context(*module.getContext());
  std::vector<KernelPart> parts;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    llvm::append_range(parts, divide(kernels));
  std::vector<Work> work;
  for (const KernelPart &part : parts)
    work.push_back({"the kernels", [&] { return emit(*isolate(part), chip); }});
  std::vector<std::string> texts;
  for (auto [part, result] : llvm::zip_equal(
           parts, runApart(work, getWorkerCount(), getWorkerLimit()))) {
    if (result.isBroken)
      return llvm::createStringError(findCulprit(part, chip, result.error));
    if (!result.error.empty())
      return llvm::createStringError(result.error);
    texts.push_back(std::move(result.output));
  }
  return joinPTX(texts);
}
