//===- FusePass.cpp - Which producers are substituted ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Substitution saves writing and reading a tensor and pays by evaluating its
// expression wherever it is read; it is done where the reward is positive
// (SubstitutionCost.h). All readers are costed together: only when the last
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

#include "BetweenStatements.h"
#include "KernelGroup.h"
#include "SubstitutionCost.h"

#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Transforms/Fusion/InlineProducer.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Format.h"

#include <numeric>

namespace neo {
#define GEN_PASS_DEF_NEOFUSE
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

static PassStatistic fused("neo-fuse",
                           "producers computed where they are read");
static PassStatistic refused("neo-fuse", "reads that stay reads of a tensor");

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

/// Does `op` ask whether a number that it reads equals another?
static bool comparesRead(ComputeOp op, Value tensor) {
  return llvm::any_of(
      op.getBodyBlock()->getOps<arith::CmpFOp>(), [&](arith::CmpFOp compare) {
        return compare.getPredicate() == arith::CmpFPredicate::OEQ &&
               llvm::any_of(compare->getOperands(), [&](Value side) {
                 auto read = dyn_cast<BlockArgument>(side);
                 return read && op.getOperand(read.getArgNumber()) == tensor;
               });
      });
}

/// Is the expression compared with what is made of it? Computed twice it may
/// differ from itself by a rounding (TiedTerms.h).
static bool isCompared(ComputeOp producer) {
  return !isa<BlockArgument>(producer.getYielded()) &&
         llvm::any_of(producer->getUsers(), [&](Operation *user) {
           auto reader = dyn_cast<ComputeOp>(user);
           return reader && comparesRead(reader, producer.getResult());
         });
}

/// What `op` divides loop `loop` by in what it reads; 1 if nothing.
static int64_t divisorOf(ComputeOp op, unsigned loop) {
  int64_t common = 1;
  auto visit = [&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    bool divides = expr.getKind() == AffineExprKind::FloorDiv ||
                   expr.getKind() == AffineExprKind::Mod;
    if (!binary || !divides || !binary.getLHS().isFunctionOfDim(loop))
      return;
    if (auto by = dyn_cast<AffineConstantExpr>(binary.getRHS()))
      common = std::lcm(common, by.getValue());
  };
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    op.getMap(i).walkExprs(visit);
  return common;
}

/// Does a loop of `producer` that is walked in whole steps of its divisions
/// (SplitLoops.h) become one of `consumer` that is not? Each element would
/// then be looked for by itself.
static bool breaksSteps(ComputeOp producer, ComputeOp consumer, AffineMap map) {
  for (unsigned d = 0, e = producer.getNumOutputLoops(); d < e; ++d) {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(d));
    int64_t divisor = divisorOf(producer, d);
    if (loop && divisor > 1 && producer.getExtents()[d] % divisor == 0 &&
        consumer.getExtents()[loop.getPosition()] % divisor != 0)
      return true;
  }
  return false;
}

/// Would a kernel of both exceed what one should have?
static bool areTooLarge(ComputeOp consumer, ComputeOp producer) {
  return consumer.getNumOperands() + producer.getNumOperands() >
             maxOperands + 1 ||
         countOperations(consumer) + countOperations(producer) > maxBody;
}

/// Can the read become the expression, at whatever cost?
static bool canSubstitute(ComputeOp consumer, unsigned operand,
                          StringRef &reason) {
  if (!canInlineProducer(consumer, operand, reason))
    return false;
  auto producer = consumer.getOperand(operand).getDefiningOp<ComputeOp>();
  if (isBetterKept(producer, consumer)) {
    reason = "what is the same in every run is computed once";
    return false;
  }
  if (breaksSteps(producer, consumer, consumer.getMap(operand))) {
    reason = "its loops are walked in steps that do not divide the reader's";
    return false;
  }
  if (isCompared(producer)) {
    reason = "it is compared, and has to be the same number everywhere";
    return false;
  }
  if (areTooLarge(consumer, producer)) {
    reason = "the kernel would become too large";
    return false;
  }
  return true;
}

/// Can a read of a tensor not take its expression? What is told at once is
/// asked of all readers first: some tensors have hundreds.
static bool hasOtherReaders(ComputeOp producer) {
  StringRef ignored;
  return llvm::any_of(producer->getUsers(),
                      [&](Operation *user) {
                        auto reader = dyn_cast<ComputeOp>(user);
                        return !reader || areTooLarge(reader, producer);
                      }) ||
         llvm::any_of(producer->getUses(), [&](OpOperand &use) {
           return !canSubstitute(cast<ComputeOp>(use.getOwner()),
                                 use.getOperandNumber(), ignored);
         });
}

/// The readers of a tensor that can take its expression, all if `hasOthers` is
/// false.
static SmallVector<ComputeOp> listAble(ComputeOp producer, bool hasOthers) {
  llvm::SetVector<ComputeOp> able;
  StringRef ignored;
  for (OpOperand &use : producer->getUses()) {
    auto reader = dyn_cast<ComputeOp>(use.getOwner());
    if (reader &&
        (!hasOthers || canSubstitute(reader, use.getOperandNumber(), ignored)))
      able.insert(reader);
  }
  return able.takeVector();
}

/// Can neo-group make one kernel of `producer` and its readers?
static bool canBeGrouped(ComputeOp producer, ArrayRef<ComputeOp> readers) {
  SmallVector<ComputeOp> statements{producer};
  llvm::append_range(statements, readers);
  if (llvm::any_of(readers, [&](ComputeOp reader) {
        return reader->getBlock() != producer->getBlock();
      }))
    return false;
  auto all = withAllBetween(statements);
  std::string ignored;
  return all && KernelGroup::get(*all, ignored);
}

/// Is each element read by one point of each reader only, and by all loops of
/// it? Then a kernel of the readers names the function again (NameParts.h).
static bool stayAtPoint(ComputeOp producer) {
  return llvm::all_of(producer->getUses(), [&](OpOperand &use) {
    auto reader = cast<ComputeOp>(use.getOwner());
    unsigned i = use.getOperandNumber();
    return !reader.getGuard(i) && reader.getMap(i).isPermutation();
  });
}

/// What substituting `producer` in `consumer` saves, or a failure where
/// something else is better.
static FailureOr<SubstitutionReward>
cost(ComputeOp producer, ComputeOp consumer, StringRef &reason) {
  AlgebraCost rates(MachineRates::of(producer));
  bool hasOthers = hasOtherReaders(producer);
  SmallVector<ComputeOp> able;
  if (!hasOthers)
    able = listAble(producer, hasOthers);
  SubstitutionReward reward = hasOthers
                                  ? rewardOf(producer, consumer, true, rates)
                                  : rewardOf(producer, able, false, rates);
  if (hasOthers && canBeGrouped(producer, consumer)) {
    reason = "one kernel of both has what the producer writes at hand";
    return failure();
  }
  if (hasOthers && reward.cycles > 0 && reward.instructions < 0)
    able = listAble(producer, hasOthers);
  bool isOneKernel = (reward.cycles <= 0 || reward.instructions < 0) &&
                     !able.empty() && canBeGrouped(producer, able);
  if (isOneKernel && !hasOthers && stayAtPoint(producer))
    return reward;
  if (reward.cycles <= 0) {
    reason = "evaluating the producer at every read costs more than memory";
    return failure();
  }
  if (isOneKernel) {
    reason = "one kernel of both evaluates the producer once";
    return failure();
  }
  return reward;
}

/// Counts reads of other operators' results that stay reads, and says why.
static void countReads(func::FuncOp function, bool explain) {
  function.walk([&](ComputeOp consumer) {
    for (unsigned i = 0, e = consumer.getNumOperands(); i < e; ++i) {
      auto producer = consumer.getOperand(i).getDefiningOp<ComputeOp>();
      StringRef reason;
      if (!producer || (canSubstitute(consumer, i, reason) &&
                        succeeded(cost(producer, consumer, reason))))
        continue;
      ++refused;
      if (explain)
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

/// All readers were costed together: after some of them the rest would be a
/// different question, and a tensor that is written all the same might end up
/// in none of them.
static void inlineEverywhere(RewriterBase &rewriter, ComputeOp producer) {
  while (!producer->use_empty()) {
    OpOperand &use = *producer->use_begin();
    inlineProducer(rewriter, cast<ComputeOp>(use.getOwner()),
                   use.getOperandNumber());
  }
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
      FailureOr<SubstitutionReward> reward = cost(producer, consumer, reason);
      if (failed(reward))
        continue;
      if (explain)
        explainReward(producer, consumer, *reward);
      // The producer's launch is saved where all readers were costed.
      if (reward->launches > 0)
        inlineEverywhere(rewriter, producer);
      else
        inlineProducer(rewriter, consumer, i);
      ++fused;
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
    // A producer that is left where the driver stops is a kernel of its own.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
    if (explain || arePassStatisticsCollected())
      countReads(getOperation(), explain);
  }
};
} // namespace
