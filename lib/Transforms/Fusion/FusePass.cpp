//===- FusePass.cpp - Which producers are substituted ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Substitution saves writing and reading a tensor and pays by evaluating its
// expression wherever it is read; it is done where the reward is positive
// (SubstitutionPrice.h). All readers are priced together: only when the last
// one has taken the expression is the tensor gone.
//
// A contraction that reads an element often evaluates it as often, and so keeps
// the tensor, one that can be padded and packed, unless it is a thin one: of
// max(X + b, 0) and four columns.
//
// Two things are better than computing twice. Readers that share the
// producer's loops become one kernel with it (KernelGroup.h), which evaluates
// each element once. What is the same in every run (FixedValues.h) is computed
// once where it stays a tensor.
//
//===----------------------------------------------------------------------===//

#include "KernelGroup.h"
#include "SubstitutionPrice.h"

#include "Neo/Dialect/FixedValues.h"
#include "Neo/Transforms/Fusion/InlineProducer.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/Format.h"

namespace neo {
#define GEN_PASS_DEF_NEOFUSE
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Operands and operations that one kernel should not exceed.
constexpr unsigned maxOperands = 14;
constexpr unsigned maxBody = 96;

static unsigned countOperations(ComputeOp op) {
  return std::distance(op.getBodyBlock()->begin(), op.getBodyBlock()->end());
}

/// Is `producer` computed once, but not who reads it, and no more to read than
/// what it is made of?
static bool isBetterKept(ComputeOp producer, ComputeOp consumer) {
  int64_t read = 0;
  for (unsigned i = 0, e = producer.getNumOperands(); i < e; ++i)
    read += producer.getOperandType(i).getNumElements();
  return producer.getType().getNumElements() <= read &&
         isFixed(producer.getResult()) && !isFixed(consumer.getResult());
}

/// Can the read become the expression, at whatever price?
static bool canSubstitute(ComputeOp consumer, unsigned operand,
                          StringRef &reason) {
  if (!canInlineProducer(consumer, operand, reason))
    return false;
  auto producer = consumer.getOperand(operand).getDefiningOp<ComputeOp>();
  if (isBetterKept(producer, consumer)) {
    reason = "what is the same in every run is computed once";
    return false;
  }
  if (consumer.getNumOperands() + producer.getNumOperands() > maxOperands + 1 ||
      countOperations(consumer) + countOperations(producer) > maxBody) {
    reason = "the kernel would become too large";
    return false;
  }
  return true;
}

namespace {
/// The readers of a tensor that can take its expression.
struct Readers {
  SmallVector<ComputeOp> able;
  bool others = false;

  explicit Readers(ComputeOp producer) {
    StringRef ignored;
    for (OpOperand &use : producer->getUses()) {
      auto reader = dyn_cast<ComputeOp>(use.getOwner());
      if (!reader || !canSubstitute(reader, use.getOperandNumber(), ignored))
        others = true;
      else if (!llvm::is_contained(able, reader))
        able.push_back(reader);
    }
  }
};
} // namespace

/// Can neo-group make one kernel of `producer` and its readers?
static bool canBeGrouped(ComputeOp producer, ArrayRef<ComputeOp> readers) {
  SmallVector<ComputeOp> statements{producer};
  llvm::append_range(statements, readers);
  llvm::sort(statements, [](ComputeOp a, ComputeOp b) {
    return a->getBlock() == b->getBlock() && a->isBeforeInBlock(b);
  });
  std::string ignored;
  return KernelGroup::get(statements, ignored).has_value();
}

/// What substituting `producer` in `consumer` saves, or a failure where
/// something else is better.
static FailureOr<SubstitutionReward>
price(ComputeOp producer, ComputeOp consumer, StringRef &reason) {
  AlgebraPrice rates(MachineRates::of(producer));
  Readers readers(producer);
  SubstitutionReward reward =
      readers.others ? rewardOf(producer, consumer, true, rates)
                     : rewardOf(producer, readers.able, false, rates);
  if (reward.cycles <= 0) {
    reason = "evaluating the producer at every read costs more than memory";
    return failure();
  }
  if (reward.instructions < 0 && canBeGrouped(producer, readers.able)) {
    reason = "one kernel of both evaluates the producer once";
    return failure();
  }
  return reward;
}

/// Says why reads of other operators' results stay reads.
static void explainReads(func::FuncOp function) {
  function.walk([](ComputeOp consumer) {
    for (unsigned i = 0, e = consumer.getNumOperands(); i < e; ++i) {
      auto producer = consumer.getOperand(i).getDefiningOp<ComputeOp>();
      StringRef reason;
      if (!producer || (canSubstitute(consumer, i, reason) &&
                        succeeded(price(producer, consumer, reason))))
        continue;
      consumer.emitRemark("operand #") << i << " stays a tensor: " << reason;
    }
  });
}

static void explainReward(ComputeOp producer, ComputeOp consumer,
                          const SubstitutionReward &reward) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(
      "computed where it is read, which saves %.0f bytes, %.0f instructions "
      "and %.0f launches: %.1f us",
      reward.bytes, reward.instructions, reward.launches,
      1e6 * reward.cycles / MachineRates::of(producer).vectors);
  producer.emitRemark(text).attachNote(consumer.getLoc()) << "by this operator";
}

namespace {
struct FuseProducer : OpRewritePattern<ComputeOp> {
  FuseProducer(MLIRContext *context, bool explain)
      : OpRewritePattern(context), explain(explain) {}

  LogicalResult matchAndRewrite(ComputeOp consumer,
                                PatternRewriter &rewriter) const override {
    StringRef reason = "it reads nothing";
    for (unsigned i = 0, e = consumer.getNumOperands(); i < e; ++i) {
      if (!canSubstitute(consumer, i, reason))
        continue;
      auto producer = consumer.getOperand(i).getDefiningOp<ComputeOp>();
      FailureOr<SubstitutionReward> reward = price(producer, consumer, reason);
      if (failed(reward))
        continue;
      if (explain)
        explainReward(producer, consumer, *reward);
      inlineProducer(rewriter, consumer, i);
      return success();
    }
    return rewriter.notifyMatchFailure(consumer, reason);
  }

  bool explain;
};

struct FusePass : neo::impl::NeoFuseBase<FusePass> {
  using NeoFuseBase::NeoFuseBase;

  void runOnOperation() override {
    if (failed(verifyMachine(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseProducer>(&getContext(), explain);
    ComputeOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      emitError(getOperation().getLoc(),
                "neo-fuse did not come to an end; please report the function");
      return signalPassFailure();
    }
    if (explain)
      explainReads(getOperation());
  }
};
} // namespace
