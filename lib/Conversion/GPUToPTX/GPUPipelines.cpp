//===- GPUPipelines.cpp - From kernels to PTX -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/GPUPasses.h"

#include "Neo/Conversion/CudaToolkit.h"
#include "Neo/Machine/GPUMachine.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace neo;

void neo::buildToNVVMPipeline(OpPassManager &pm, StringRef chip) {
  std::optional<GPUMachine> machine = GPUMachine::get(chip);
  GpuNVVMAttachTargetOptions target;
  target.chip = chip.str();
  target.features = machine ? machine->ptxFeature.str() : "";
  target.optLevel = 3;
  pm.addPass(createGpuNVVMAttachTarget(target));
  auto &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createLoopInvariantCodeMotionPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  pm.addPass(createConvertNVGPUToNVVMPass());
  auto &lowered = pm.nest<gpu::GPUModuleOp>();
  lowered.addPass(createConvertVectorToSCFPass());
  lowered.addPass(createSCFToControlFlowPass());
  ConvertGpuOpsToNVVMOpsOptions options;
  options.useBarePtrCallConv = true;
  lowered.addPass(createConvertGpuOpsToNVVMOps(options));
  lowered.addPass(createCanonicalizerPass());
  lowered.addPass(createCSEPass());
  lowered.addPass(createReconcileUnrealizedCastsPass());
  lowered.addPass(createNeoExternShared());
}

void neo::buildToPTXPipeline(OpPassManager &pm, StringRef chip) {
  buildToNVVMPipeline(pm, chip);
  GpuModuleToBinaryPassOptions options;
  options.compilationTarget = "isa";
  options.toolkitPath = findCudaToolkit();
  pm.addPass(createGpuModuleToBinaryPass(options));
}

namespace {
struct ChipOptions : PassPipelineOptions<ChipOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("the GPU as ptxas names it: sm_80 or "
                                          "sm_90"),
                           llvm::cl::init("sm_80")};
};
} // namespace

void neo::registerGPUPasses() {
  registerNeoScheduleGPU();
  registerConvertNeoToGPU();
  registerNeoExternShared();
  PassPipelineRegistration<ChipOptions>(
      "neo-to-nvvm", "turn the kernels of convert-neo-to-gpu into NVVM",
      [](OpPassManager &pm, const ChipOptions &options) {
        buildToNVVMPipeline(pm, options.chip);
      });
  PassPipelineRegistration<ChipOptions>(
      "neo-to-ptx", "turn the kernels of convert-neo-to-gpu into PTX",
      [](OpPassManager &pm, const ChipOptions &options) {
        buildToPTXPipeline(pm, options.chip);
      });
}

void neo::registerGPUDialects(DialectRegistry &registry) {
  registry.insert<gpu::GPUDialect, nvgpu::NVGPUDialect, NVVM::NVVMDialect>();
  // convert-gpu-to-nvvm asks dialects how they are lowered.
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}
