//===- FusePass.cpp - Which producers are substituted ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Substitution saves writing and reading a tensor and pays by evaluating its
// expression wherever it is read. It is done when the expression is evaluated
// no more often than before, or when it is so cheap that this costs less than
// the memory it saves.
//
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Fusion/InlineProducer.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace neo {
#define GEN_PASS_DEF_NEOFUSE
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Operations above which a body is not copied to several consumers.
constexpr int cheapBody = 4;
/// Operands and operations that one kernel should not exceed.
constexpr unsigned maxOperands = 14;
constexpr int maxBody = 96;

static double countPoints(ComputeOp op) {
  double points = 1;
  for (int64_t extent : op.getExtents())
    points *= std::max<int64_t>(extent, 1);
  return points;
}

/// Operations of the body; functions count as what they cost.
static int countOperations(ComputeOp op) {
  int operations = 0;
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    if (!isa<arith::ConstantOp, IndexOp>(inner))
      operations += isa<math::MathDialect>(inner.getDialect()) ? 8 : 1;
  return operations;
}

/// Reads of the producer's result by other operations.
static unsigned countReads(ComputeOp producer) {
  return std::distance(producer->getUses().begin(), producer->getUses().end());
}

static bool pays(ComputeOp producer, ComputeOp consumer) {
  int cost = countOperations(producer);
  unsigned reads = countReads(producer);
  double evaluations = countPoints(consumer) / countPoints(producer);
  bool reduces = consumer.getNumReductionLoops() > 0;
  if (evaluations <= 1.0)
    return reads == 1 || cost <= cheapBody;
  return !reduces && evaluations <= 16 && cost <= 2;
}

namespace {
struct FuseProducer : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp consumer,
                                PatternRewriter &rewriter) const override {
    StringRef reason = "it reads nothing";
    for (unsigned i = 0, e = consumer.getNumOperands(); i < e; ++i) {
      if (!canInlineProducer(consumer, i, reason))
        continue;
      auto producer = consumer.getOperand(i).getDefiningOp<ComputeOp>();
      unsigned operands =
          consumer.getNumOperands() + producer.getNumOperands() - 1;
      if (operands > maxOperands ||
          countOperations(consumer) + countOperations(producer) > maxBody) {
        reason = "the kernel would become too large";
        continue;
      }
      if (!pays(producer, consumer)) {
        reason = "evaluating the producer at every read costs more than memory";
        continue;
      }
      inlineProducer(rewriter, consumer, i);
      return success();
    }
    return rewriter.notifyMatchFailure(consumer, reason);
  }
};

struct FusePass : neo::impl::NeoFuseBase<FusePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseProducer>(&getContext());
    ComputeOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      emitError(getOperation().getLoc(),
                "neo-fuse did not come to an end; please report the function");
      signalPassFailure();
    }
  }
};
} // namespace
