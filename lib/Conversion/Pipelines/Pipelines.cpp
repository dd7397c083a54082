//===- Pipelines.cpp - The pipelines from neo to machine code -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Pipelines.h"

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Conversion/Passes.h"
#include "Neo/Schedule/GPU/ChooseSchedule.h"
#include "Neo/Transforms/Algebra/AlgebraPipeline.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace neo;

/// The pass that `create` makes, with remarks if `explain`.
template <typename Options>
static std::unique_ptr<Pass> make(std::unique_ptr<Pass> (*create)(Options),
                                  bool explain, Options options = {}) {
  options.explain = explain;
  return create(std::move(options));
}

/// Derives gradients, inlines calls, and orders products: every operator is
/// still one of the program.
static void buildDerivationPasses(OpPassManager &pm, bool explain,
                                  AlgebraPipelineOptions &algebra) {
  // Before simplification, which would fold conditions that hold for the
  // placeholder of the batch only.
  pm.addPass(createNeoVerifyBatch());
  pm.addPass(createNeoDropUnusedDerivatives());
  // Reshapes are composed into accesses before differentiation.
  pm.addPass(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(
      make<NeoDelinearizeOptions>(createNeoDelinearize, explain));
  pm.addNestedPass<func::FuncOp>(
      make<NeoBubbleUpGathersOptions>(createNeoBubbleUpGathers, explain));
  pm.addNestedPass<func::FuncOp>(
      make<NeoExpandLogsOptions>(createNeoExpandLogs, explain));
  NeoAutodiffOptions derivatives;
  derivatives.declaredOnly = true;
  derivatives.residuePieces = true;
  derivatives.partialSums = true;
  derivatives.scatter = true;
  pm.addPass(make<NeoAutodiffOptions>(createNeoAutodiff, explain, derivatives));
  pm.addPass(createNeoDropStopGradient());
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(
      make<NeoExpandScattersOptions>(createNeoExpandScatters, explain));
  pm.addPass(createNeoMergeScans());
  pm.addPass(createNeoDropUnusedStates());
  pm.addPass(createNeoReuseFromScans());
  pm.addPass(createNeoSumAfterScans());
  pm.addPass(createNeoFixScanConstants());
  pm.addNestedPass<func::FuncOp>(
      make<NeoTightenOptions>(createNeoTighten, explain));
  // A function of another operator's result may be a function of its
  // exponential: log(sigmoid(x)). It is rewritten after fusion, when both are
  // in one body.
  algebra.explain = explain;
  algebra.keepFunctions = true;
  buildAlgebraPipeline(pm, algebra);
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// Target-independent passes: gradients, inlining, fusion.
static void buildGraphPasses(OpPassManager &pm, bool explain,
                             int64_t residentTerms = 0) {
  AlgebraPipelineOptions algebra;
  algebra.residentTerms = residentTerms;
  buildDerivationPasses(pm, explain, algebra);
  pm.addNestedPass<func::FuncOp>(
      make<NeoOrderOptions>(createNeoOrder, explain));
  pm.addPass(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(make<NeoFuseOptions>(createNeoFuse, explain));
  // Fused bodies may have safer or cheaper forms.
  algebra.keepFunctions = false;
  buildAlgebraPipeline(pm, algebra);
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Equal factors in a fused body are one value after CSE.
  pm.addNestedPass<func::FuncOp>(
      make<NeoCommonFactorsOptions>(createNeoCommonFactors, explain));
}

/// Layouts for the lanes and caches of a CPU, and statements that share loops.
static void buildLayoutPasses(OpPassManager &pm, bool explain) {
  // Copies for layouts come last: canonicalization would fold them into
  // accesses again.
  pm.addNestedPass<func::FuncOp>(
      make<NeoExtendPeriodicOptions>(createNeoExtendPeriodic, explain));
  pm.addNestedPass<func::FuncOp>(make<NeoPadOptions>(createNeoPad, explain));
  pm.addNestedPass<func::FuncOp>(
      make<NeoNarrowOptions>(createNeoNarrow, explain));
  pm.addNestedPass<func::FuncOp>(make<NeoPackOptions>(createNeoPack, explain));
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(
      make<NeoGroupOptions>(createNeoGroup, explain));
  pm.addNestedPass<func::FuncOp>(createNeoSplitReductions());
  pm.addPass(createNeoHoistFromScans());
  // Last: bodies say no more what they divide.
  pm.addNestedPass<func::FuncOp>(createNeoReduceDivisions());
}

void neo::buildOptimizePipeline(OpPassManager &pm) {
  buildGraphPasses(pm, /*explain=*/false);
  buildLayoutPasses(pm, /*explain=*/false);
}

void neo::buildExplainPipeline(OpPassManager &pm) {
  buildGraphPasses(pm, /*explain=*/true);
  buildLayoutPasses(pm, /*explain=*/true);
}

void neo::buildOptimizeForGPUPipeline(OpPassManager &pm) {
  buildGraphPasses(pm, /*explain=*/false, residentRow);
  pm.addNestedPass<func::FuncOp>(createNeoSplitGroups());
  pm.addNestedPass<func::FuncOp>(createNeoLayOutFactors());
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createNeoGroup());
  pm.addPass(createNeoHoistFromScans());
}

void neo::buildToVectorPipeline(OpPassManager &pm) {
  pm.addPass(createNeoAvoidPoison());
  pm.addPass(createNeoSliceOperands());
  pm.addPass(createConvertNeoToVector());
  pm.addNestedPass<func::FuncOp>(createNeoShareValues());
  pm.addNestedPass<func::FuncOp>(createNeoNaNAwareExtrema());
  pm.addNestedPass<func::FuncOp>(createNeoFindLongChains());
  pm.addNestedPass<func::FuncOp>(createNeoTabulateFunctions());
  pm.addNestedPass<func::FuncOp>(createNeoDivideByUniform());
  pm.addNestedPass<func::FuncOp>(createNeoApproximateMath());
  pm.addNestedPass<func::FuncOp>(createNeoInterleave());
}

void neo::buildToLLVMPipeline(OpPassManager &pm) {
  pm.addPass(createNeoExtractKernels());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertKernelsToLLVM());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCSEPass());
}

namespace {
/// Options of a pipeline that has none: an unknown option is named in an error,
/// where MLIR's own empty options fail without a message.
struct NoOptions : PassPipelineOptions<NoOptions> {};
} // namespace

void neo::registerAllPasses() {
  registerNeoTransformsPasses();
  registerAlgebraPipeline();
  registerConvertLinalgToNeo();
  registerConvertNeoToLinalg();
  registerNeoSliceOperands();
  registerConvertNeoToVector();
  registerNeoSchedule();
  registerNeoExtractKernels();
  registerConvertKernelsToLLVM();
  registerNeoReduceDivisions();
  registerNeoAvoidPoison();
  registerNeoShareValues();
  registerNeoNaNAwareExtrema();
  registerNeoFindLongChains();
  registerNeoTabulateFunctions();
  registerNeoDivideByUniform();
  registerNeoApproximateMath();
  registerNeoInterleave();
  registerGPUPasses();
  PassPipelineRegistration<NoOptions>(
      "neo-optimize", "derive gradients, inline, fuse: still neo",
      [](OpPassManager &pm, const NoOptions &) { buildOptimizePipeline(pm); });
  PassPipelineRegistration<NoOptions>(
      "neo-optimize-for-gpu", "neo-optimize without the layouts of a CPU",
      [](OpPassManager &pm, const NoOptions &) {
        buildOptimizeForGPUPipeline(pm);
      });
  PassPipelineRegistration<NoOptions>(
      "neo-derive", "derive gradients, inline, order products: not fused yet",
      [](OpPassManager &pm, const NoOptions &) {
        AlgebraPipelineOptions algebra;
        buildDerivationPasses(pm, /*explain=*/false, algebra);
        // Nothing is fixed in a step any more.
        pm.addPass(createNeoHoistFromScans());
      });
  PassPipelineRegistration<NoOptions>(
      "neo-explain",
      "neo-optimize, with a remark on what is done, at which cost, or why not",
      [](OpPassManager &pm, const NoOptions &) { buildExplainPipeline(pm); });
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
  registerGPUDialects(registry);
}
