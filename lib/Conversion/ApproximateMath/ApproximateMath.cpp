//===- ApproximateMath.cpp - Functions of vectors as arithmetic -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FunctionPatterns.h"

#include "Neo/Conversion/MathExpansions.h"
#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/InstructionSet.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace neo {
#define GEN_PASS_DEF_NEOAPPROXIMATEMATH
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct ApproximateMath : neo::impl::NeoApproximateMathBase<ApproximateMath> {
  void runOnOperation() override {
    if (failed(verifyTarget(getOperation())))
      return signalPassFailure();
    // Bodies of operators are scalars, and vectors once they are kernels.
    if (getOperation()
            .walk([](ComputeOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return;
    RewritePatternSet patterns(&getContext());
    populateFunctionPatterns(patterns,
                             InstructionSet::of(getOperation()).hasAVX512());
    populateMathExpansions(patterns);
    // Kernels have no dead or duplicate blocks to merge.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    // If the driver reaches its limit, remaining functions are calls of the C
    // library, which is correct, too.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns), config);
  }
};
} // namespace
