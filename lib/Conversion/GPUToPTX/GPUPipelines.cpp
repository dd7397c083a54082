//===- GPUPipelines.cpp - From kernels to PTX -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/GPUPasses.h"

#include "Neo/Conversion/CudaToolkit.h"
#include "Neo/Conversion/LLVMOption.h"
#include "Neo/Conversion/Passes.h"
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
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"

#include <mutex>

using namespace mlir;
using namespace neo;

/// As LLVM names a PTX level: that of `code`, or the least that the chip needs.
static std::string getPTXFeature(const GPUCode &code) {
  if (code.level != PTXLevel::least)
    return "+ptx" + std::to_string(unsigned(code.level));
  std::optional<GPUMachine> machine = GPUMachine::get(code.chip);
  return machine ? machine->ptxFeature.str() : "";
}

/// Bottom up: top down the same result took more than half of the time to the
/// PTX of a product's kernel, whose block has thousands of constants.
static std::unique_ptr<Pass> createKernelCanonicalizer() {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(false);
  return createCanonicalizerPass(config);
}

void neo::buildToNVVMPipeline(OpPassManager &pm, const GPUCode &code) {
  GpuNVVMAttachTargetOptions target;
  target.chip = code.chip;
  target.features = getPTXFeature(code);
  target.optLevel = 3;
  pm.addPass(createGpuNVVMAttachTarget(target));
  auto &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createKernelCanonicalizer());
  kernels.addPass(createCSEPass());
  kernels.addPass(createLoopInvariantCodeMotionPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createConvertNVGPUToNVVMPass());
  kernels.addPass(createConvertVectorToSCFPass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createNeoLowerRemainingMath());
  ConvertGpuOpsToNVVMOpsOptions options;
  options.useBarePtrCallConv = true;
  kernels.addPass(createConvertGpuOpsToNVVMOps(options));
  kernels.addPass(createKernelCanonicalizer());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createNeoExternShared());
}

/// LLVM 22's vector-combine may change what a kernel computes (llvm-project
/// issue 192607, lib/Target/CodeGen.cpp), and to look for checksums in loops
/// takes exponential time where an argmin is unrolled. MLIR runs LLVM's
/// pipeline as it is, and an option of LLVM is the only way to leave a pass
/// out.
static void skipHarmfulPasses() {
  static std::once_flag done;
  std::call_once(done, [] { setLLVMOption("disable-vector-combine", "true"); });
  llvm::DisableLIRP::HashRecognize = true;
}

void neo::buildToPTXPipeline(OpPassManager &pm, const GPUCode &code) {
  skipHarmfulPasses();
  buildToNVVMPipeline(pm, code);
  GpuModuleToBinaryPassOptions options;
  options.compilationTarget = code.format == GPUFormat::ptx ? "isa" : "bin";
  options.toolkitPath = findCudaToolkit();
  pm.addPass(createGpuModuleToBinaryPass(options));
}

/// An operator that has a schedule keeps it, and kernels stay what they are.
void neo::buildGPUPipeline(OpPassManager &pm, const GPUCode &code) {
  NeoScheduleGPUOptions schedule;
  schedule.chip = code.chip;
  pm.addPass(createNeoScheduleGPU(schedule));
  if (code.format == GPUFormat::neo)
    return;
  pm.addPass(createNeoAvoidPoison());
  pm.addPass(createConvertNeoToGPU());
  NeoVerifyGPULaunchesOptions launches;
  launches.chip = code.chip;
  pm.addPass(createNeoVerifyGPULaunches(launches));
  if (code.format == GPUFormat::gpu)
    return;
  if (code.format == GPUFormat::nvvm)
    return buildToNVVMPipeline(pm, code);
  buildToPTXPipeline(pm, code);
}

namespace {
struct NVVMOptions : PassPipelineOptions<NVVMOptions> {
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("the GPU as ptxas names it: sm_80 or sm_90"),
      llvm::cl::init("sm_80")};
  Option<PTXLevel> level{
      *this, "ptx", llvm::cl::desc("the version of PTX, 83 for 8.3"),
      llvm::cl::init(PTXLevel::least),
      llvm::cl::values(
          clEnumValN(PTXLevel::least, "least", "the least that the chip needs"),
          clEnumValN(PTXLevel::ptx80, "80", "of CUDA 12.0"),
          clEnumValN(PTXLevel::ptx81, "81", "of CUDA 12.1"),
          clEnumValN(PTXLevel::ptx82, "82", "of CUDA 12.2"),
          clEnumValN(PTXLevel::ptx83, "83", "of CUDA 12.3"),
          clEnumValN(PTXLevel::ptx84, "84", "of CUDA 12.4"),
          clEnumValN(PTXLevel::ptx85, "85", "of CUDA 12.5"),
          clEnumValN(PTXLevel::ptx86, "86", "of CUDA 12.7"),
          clEnumValN(PTXLevel::ptx87, "87", "of CUDA 12.8"),
          clEnumValN(PTXLevel::ptx88, "88", "of CUDA 12.9"))};
  Option<GPUFormat> format{
      *this, "format", llvm::cl::desc("what becomes of the operators"),
      llvm::cl::init(GPUFormat::nvvm),
      llvm::cl::values(
          clEnumValN(GPUFormat::neo, "neo", "they get a schedule each"),
          clEnumValN(GPUFormat::gpu, "gpu", "kernels and launches"),
          clEnumValN(GPUFormat::nvvm, "nvvm", "the kernels in NVVM and LLVM"),
          clEnumValN(GPUFormat::ptx, "ptx", "text in a gpu.binary"),
          clEnumValN(GPUFormat::cubin, "cubin",
                     "code of the chip in a gpu.binary, by ptxas of the CUDA "
                     "toolkit"))};
};

/// The same, of the pipeline that goes on to PTX unless it is told otherwise.
struct PTXOptions : NVVMOptions {
  PTXOptions() { format.setInitialValue(GPUFormat::ptx); }
};
} // namespace

template <typename Options>
static void registerPipeline(StringRef name, StringRef summary) {
  PassPipelineRegistration<Options>(
      name, summary, [](OpPassManager &pm, const Options &options) {
        buildGPUPipeline(pm, {options.chip, options.level, options.format});
      });
}

void neo::registerGPUPasses() {
  registerNeoLayOutFactors();
  registerNeoScheduleGPU();
  registerConvertNeoToGPU();
  registerNeoVerifyGPULaunches();
  registerNeoExternShared();
  registerNeoLowerRemainingMath();
  registerPipeline<NVVMOptions>(
      "neo-to-nvvm", "turn operators into kernels of a GPU, those into NVVM");
  registerPipeline<PTXOptions>(
      "neo-to-ptx", "turn operators into kernels of a GPU, those into PTX");
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
