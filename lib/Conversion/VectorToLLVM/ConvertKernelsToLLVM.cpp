//===- ConvertKernelsToLLVM.cpp - One conversion for all dialects ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel is a function over blocks, index arithmetic and vectors:
//
//     func.func @k(%x: memref<64xf32>, %y: memref<64xf32>, %i: index)
//       %v = vector.load %x[%i] : memref<64xf32>, vector<16xf32>
//       vector.store %v, %y[%i] : memref<64xf32>, vector<16xf32>
// -->
//     llvm.func @k(%x: !llvm.ptr, %y: !llvm.ptr, %i: i64)
//       %p = llvm.getelementptr %x[%i], %q = llvm.getelementptr %y[%i]
//       llvm.store (llvm.load %p), %q
//
// MLIR has a pass for each source dialect, which would be eight walks over ten
// thousand operations here, with unrealized casts between converted and other
// operations, and a ninth walk to remove these. One conversion with all
// patterns needs no casts and takes half of the time.
//
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace neo {
#define GEN_PASS_DEF_CONVERTKERNELSTOLLVM
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;

/// Is this vector operation legal for the conversion?
static bool isPlain(Operation *op) {
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op))
    return broadcast.getResultVectorType().getRank() == 1 &&
           !isa<VectorType>(broadcast.getSourceType());
  if (auto fma = dyn_cast<vector::FMAOp>(op))
    return fma.getVectorType().getRank() == 1;
  return isa<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
             vector::MaskedStoreOp, vector::ShuffleOp, vector::ReductionOp>(op);
}

/// Lowers masks, steps, slices and multi-dimensional vectors to plain
/// operations. Most kernels consist of thousands of plain ones, which are not
/// visited again.
static LogicalResult lowerVectors(ModuleOp module) {
  SmallVector<Operation *> rest;
  module.walk([&](Operation *op) {
    if (isa<vector::VectorDialect>(op->getDialect()) && !isPlain(op))
      rest.push_back(op);
  });
  RewritePatternSet patterns(module.getContext());
  vector::populateVectorToVectorCanonicalizationPatterns(patterns);
  vector::populateVectorBitCastLoweringPatterns(patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorInterleaveLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(
      patterns, vector::VectorTransposeLowering::EltWise);
  vector::populateVectorMaskMaterializationPatterns(
      patterns, /*force32BitVectorIndices=*/false);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  vector::populateVectorRankReducingFMAPattern(patterns);
  vector::populateVectorGatherLoweringPatterns(patterns);
  return applyOpPatternsGreedily(rest, std::move(patterns));
}

static void addPatterns(const LLVMTypeConverter &converter,
                        RewritePatternSet &patterns) {
  populateAffineToStdConversionPatterns(patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns,
                                         /*reassociateFPReductions=*/true);
  // Functions without an instruction are calls of the C library, lane by lane.
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/true,
                                       /*benefit=*/2);
  populateMathToLibmConversionPatterns(patterns, /*benefit=*/1);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
}

/// The bodies of operators are of the dialects that kernels are of, and would
/// be converted with these.
static LogicalResult checkKernels(ModuleOp module) {
  auto checked = module.walk([](Operation *op) -> WalkResult {
    if (!isa<neo::ComputeOp, neo::KernelOp>(op))
      return WalkResult::advance();
    return op->emitError("is no kernel yet: run neo-to-vector on the module "
                         "that holds it first");
  });
  return failure(checked.wasInterrupted());
}

namespace {
struct ConvertKernelsToLLVM
    : neo::impl::ConvertKernelsToLLVMBase<ConvertKernelsToLLVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkKernels(module)) || failed(lowerVectors(module)))
      return signalPassFailure();
    LowerToLLVMOptions options(&getContext());
    options.useBarePtrCallConv = true;
    LLVMTypeConverter converter(&getContext(), options);
    RewritePatternSet patterns(&getContext());
    addPatterns(converter, patterns);
    LLVMConversionTarget target(getContext());
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
