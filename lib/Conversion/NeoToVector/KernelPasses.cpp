//===- KernelPasses.cpp - Small passes between kernels and LLVM -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "MathExpansions.h"

#include "mlir/Dialect/Math/Transforms/Passes.h"
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
    RewritePatternSet patterns(&getContext());
    // sin and cos are not among them: their polynomials subtract multiples of
    // pi in f32, which loses everything for large arguments.
    auto isAccurate = [](StringRef name) {
      return name == math::ExpOp::getOperationName() ||
             name == math::ExpM1Op::getOperationName() ||
             name == math::LogOp::getOperationName() ||
             name == math::Log2Op::getOperationName() ||
             name == math::Log1pOp::getOperationName() ||
             name == math::TanhOp::getOperationName() ||
             name == math::ErfOp::getOperationName();
    };
    populateMathPolynomialApproximationPatterns(patterns, isAccurate);
    populateMathExpansions(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      emitError(getOperation().getLoc(),
                "the math functions of this kernel could not be expanded");
      signalPassFailure();
    }
  }
};
} // namespace
