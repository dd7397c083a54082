//===- KernelPasses.cpp - Small passes between kernels and LLVM -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "NaNSearch.h"
#include "SideBySide.h"
#include "SingleFunctions.h"
#include "TabledFunctions.h"
#include "UniformDivision.h"

#include "Neo/Conversion/MathExpansions.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Dialect/Strict.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace neo {
#define GEN_PASS_DEF_NEOEXTRACTKERNELS
#define GEN_PASS_DEF_NEOAPPROXIMATEMATH
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct ExtractKernels : neo::impl::NeoExtractKernelsBase<ExtractKernels> {
  void runOnOperation() override {
    for (func::FuncOp function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function->hasAttr(kernelAttrName))
        function.erase();
  }
};

struct ApproximateMath : neo::impl::NeoApproximateMathBase<ApproximateMath> {
  void runOnOperation() override {
    if (failed(verifyTarget(getOperation())))
      return signalPassFailure();
    InstructionSet instructions = InstructionSet::of(getOperation());
    bool hasAVX512 = instructions.hasAVX512();
    if (hasAVX512)
      searchNaNApart(getOperation());
    llvm::SetVector<Block *> longChains = findLongChains(getOperation());
    if (hasAVX512 && !isStrict(getOperation())) {
      TabledFunctions tables;
      for (Block *block : longChains)
        tables.replaceIn(*block);
    }
    RewritePatternSet patterns(&getContext());
    populateSingleFunctions(patterns, hasAVX512);
    populateUniformDivision(patterns, hasAVX512);
    populateMathExpansions(patterns);
    // No block of a kernel is dead or like another one.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     config))) {
      emitError(getOperation().getLoc(),
                "the math functions of this kernel could not be expanded");
      return signalPassFailure();
    }
    getOperation()->walk([&](Block *block) {
      if (longChains.contains(block))
        orderSideBySide(*block, instructions.vectorRegisters());
    });
  }
};
} // namespace
