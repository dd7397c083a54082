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

/// With AVX2, Newton's step and what finds its exceptions are 13 instructions,
/// four of which are issued in a cycle; the divider takes a vector every five
/// cycles since Skylake and Zen, beside them. Softmax of rows of 768 is a
/// seventh faster by divisions.
static bool dividesAsFast(const InstructionSet &target) {
  return target.family == InstructionSet::Family::avx2;
}

namespace {
struct DivideByUniform : neo::impl::NeoDivideByUniformBase<DivideByUniform> {
  void runOnOperation() override {
    if (failed(verifyTarget(getOperation())))
      return signalPassFailure();
    if (dividesAsFast(InstructionSet::of(getOperation())))
      return;
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
