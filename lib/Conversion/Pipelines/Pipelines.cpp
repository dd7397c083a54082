//===- Pipelines.cpp - The way from neo to machine code -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Pipelines.h"

#include "Neo/Conversion/Passes.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void neo::buildOptimizePipeline(OpPassManager &pm) {
  NeoAutodiffOptions derivatives;
  derivatives.declaredOnly = true;
  derivatives.residuePieces = true;
  derivatives.partialSums = true;
  derivatives.scatter = true;
  pm.addPass(createNeoAutodiff(derivatives));
  pm.addPass(createNeoDropStopGradient());
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createNeoFuse());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Copies that layouts want come last: canonicalization would read through
  // them again.
  pm.addNestedPass<func::FuncOp>(createNeoPad());
  pm.addNestedPass<func::FuncOp>(createNeoNarrow());
  pm.addNestedPass<func::FuncOp>(createNeoPack());
  pm.addPass(createCSEPass());
}

void neo::buildToVectorPipeline(OpPassManager &pm) {
  pm.addPass(createConvertNeoToVector());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createNeoApproximateMath());
}

void neo::buildToLLVMPipeline(OpPassManager &pm) {
  pm.addPass(createNeoExtractKernels());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  // Functions the C library knows are called lane by lane, which takes vector
  // operations: so they come before those are lowered.
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  ConvertVectorToLLVMPassOptions vectorOptions;
  vectorOptions.reassociateFPReductions = true;
  pm.addPass(createConvertVectorToLLVMPass(vectorOptions));
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  ConvertFuncToLLVMPassOptions functionOptions;
  functionOptions.useBarePtrCallConv = true;
  pm.addPass(createConvertFuncToLLVMPass(functionOptions));
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCSEPass());
}

namespace {
/// Options of a pipeline that has none: an unknown one is named in an error,
/// where MLIR's own empty options fail without a word.
struct NoOptions : PassPipelineOptions<NoOptions> {};
} // namespace

void neo::registerAllPasses() {
  registerNeoTransformsPasses();
  registerConvertLinalgToNeo();
  registerConvertNeoToLinalg();
  registerConvertNeoToVector();
  registerNeoExtractKernels();
  registerNeoApproximateMath();
  PassPipelineRegistration<NoOptions>(
      "neo-optimize", "derive gradients, inline, fuse: still neo",
      [](OpPassManager &pm, const NoOptions &) { buildOptimizePipeline(pm); });
  PassPipelineRegistration<NoOptions>(
      "neo-to-vector", "turn operators into scf and vector kernels",
      [](OpPassManager &pm, const NoOptions &) { buildToVectorPipeline(pm); });
  PassPipelineRegistration<NoOptions>(
      "neo-to-llvm", "lower the kernels to the LLVM dialect",
      [](OpPassManager &pm, const NoOptions &) { buildToLLVMPipeline(pm); });
}

void neo::registerAllDialects(DialectRegistry &registry) {
  registry.insert<NeoDialect, affine::AffineDialect, arith::ArithDialect,
                  func::FuncDialect, LLVM::LLVMDialect, linalg::LinalgDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  tensor::TensorDialect, vector::VectorDialect>();
  func::registerInlinerExtension(registry);
}
