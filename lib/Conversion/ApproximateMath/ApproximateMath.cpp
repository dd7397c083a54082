//===- ApproximateMath.cpp - Functions of vectors as arithmetic -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SingleFunctions.h"

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
    RewritePatternSet patterns(&getContext());
    populateSingleFunctions(patterns,
                            InstructionSet::of(getOperation()).hasAVX512());
    populateMathExpansions(patterns);
    // No block of a kernel is dead or like another one.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    // A function that is left where the driver stops is right, too: the C
    // library computes it.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns), config);
  }
};
} // namespace
