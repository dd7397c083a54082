//===- DivideByUniform.cpp - Division by a broadcast scalar ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "UniformDivision.h"

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/InstructionSet.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace neo {
#define GEN_PASS_DEF_NEODIVIDEBYUNIFORM
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct DivideByUniform : neo::impl::NeoDivideByUniformBase<DivideByUniform> {
  void runOnOperation() override {
    if (failed(verifyTarget(getOperation())))
      return signalPassFailure();
    WalkResult found = getOperation().walk([](arith::DivFOp division) {
      bool isVector = isa<VectorType>(division.getType());
      return isVector ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return;
    RewritePatternSet patterns(&getContext());
    populateUniformDivision(patterns,
                            InstructionSet::of(getOperation()).hasAVX512());
    // Kernels have no dead or duplicate blocks to merge.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    // If the driver reaches its limit, remaining divisions are correct, too.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns), config);
  }
};
} // namespace
