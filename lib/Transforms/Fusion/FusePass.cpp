//===- FusePass.cpp - Substitution of producers ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Substitution saves writing and reading a tensor, and costs recomputing its
// expression at every read; it is done where the reward is positive
// (SubstitutionCost.h). The cost of all readers is computed together: the
// tensor is dead only if all of them recompute it.
//
// A contraction would recompute an element as often as it uses it, so its
// operand stays a tensor, which can be padded and packed, unless the
// contraction is thin, as one of max(X + b, 0) and four columns.
//
// There are two alternatives to recomputation. Readers that share the
// producer's loops become one kernel with it (KernelGroup.h), which computes
// each element once. A fixed value (FixedValues.h) is computed once for all
// runs if it stays a tensor.
//
//===----------------------------------------------------------------------===//

#include "AddBeforeGuard.h"
#include "BetweenStatements.h"
#include "KernelGroup.h"
#include "MaskCost.h"
#include "SubstitutionCost.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Transforms/Algebra/InlineProducer.h"
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

/// Limits on the operands and operations of one kernel.
constexpr unsigned maxOperands = 14;
constexpr unsigned maxMasked = 7;
constexpr unsigned maxBody = 96;

static unsigned countOperations(ComputeOp op) {
  return std::distance(op.getBodyBlock()->begin(), op.getBodyBlock()->end());
}

/// Is `producer` a fixed value, its consumer not, and its result not larger
/// than its operands?
static bool isBetterKept(ComputeOp producer, ComputeOp consumer) {
  int64_t read = 0;
  for (unsigned i = 0, e = producer.getNumOperands(); i < e; ++i)
    read += producer.getOperandType(i).getNumElements();
  return producer.getType().getNumElements() <= read &&
         isFixed(producer.getResult()) && !isFixed(consumer.getResult());
}

/// Does `op` compare an element of `tensor` for equality?
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

/// Is the expression compared with a value computed from it? If recomputed, it
/// may differ from itself by a rounding (TiedTerms.h).
static bool isCompared(ComputeOp producer) {
  return !isa<BlockArgument>(producer.getYielded()) &&
         llvm::any_of(producer->getUsers(), [&](Operation *user) {
           auto reader = dyn_cast<ComputeOp>(user);
           return reader && comparesRead(reader, producer.getResult());
         });
}

/// The divisor of loop `loop` in accesses of `op`; 1 if there is none.
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

/// Would a loop of `producer` that can be split at its divisors (SplitLoops.h)
/// become a loop of `consumer` that cannot? The divisions would then be
/// computed per element.
static bool breaksSplitLoops(ComputeOp producer, ComputeOp consumer,
                             AffineMap map) {
  for (unsigned d = 0, e = producer.getNumOutputLoops(); d < e; ++d) {
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(d));
    int64_t divisor = divisorOf(producer, d);
    if (loop && divisor > 1 && producer.getExtents()[d] % divisor == 0 &&
        consumer.getExtents()[loop.getPosition()] % divisor != 0)
      return true;
  }
  return false;
}

/// Would there be many divisions within divisions in an index?
static bool nestsDivisions(ComputeOp producer, AffineMap map) {
  unsigned outer = countDivisions(map.getResults()), inner = 0;
  for (unsigned i = 0, e = producer.getNumOperands(); i < e; ++i)
    inner = std::max(inner, countDivisions(producer.getMap(i).getResults()));
  return inner > 0 && outer > 0 && inner + outer > mostComposedDivisions;
}

/// How many operands a kernel of both may have. A copy of a concatenation loads
/// from one of many tensors in each section, as the concatenation does. Where
/// no section has a single one, as behind a roll, many masks would leave no
/// lanes.
static unsigned getMostOperands(ComputeOp consumer, unsigned operand,
                                ComputeOp producer) {
  if (consumer.getKind() != ReductionKind::none)
    return maxOperands;
  return hasSplitBounds(producer, consumer, consumer.getMap(operand))
             ? std::max(maxOperands, producer.getNumOperands())
             : maxMasked;
}

/// Would a kernel of both exceed the limits?
static bool areTooLarge(ComputeOp consumer, unsigned operand,
                        ComputeOp producer) {
  unsigned operands = consumer.getNumOperands() + producer.getNumOperands() - 1;
  return countOperations(consumer) + countOperations(producer) > maxBody ||
         (operands > maxMasked &&
          operands > getMostOperands(consumer, operand, producer));
}

/// Is substitution legal, whatever it costs?
static bool canSubstitute(ComputeOp consumer, unsigned operand,
                          StringRef &reason) {
  if (!canInlineProducer(consumer, operand, reason))
    return false;
  auto producer = consumer.getOperand(operand).getDefiningOp<ComputeOp>();
  if (isBetterKept(producer, consumer)) {
    reason = "what is the same in every run is computed once";
    return false;
  }
  if (breaksSplitLoops(producer, consumer, consumer.getMap(operand))) {
    reason = "its loops are walked in steps that do not divide the reader's";
    return false;
  }
  if (nestsDivisions(producer, consumer.getMap(operand))) {
    reason = "its index would have many divisions within divisions";
    return false;
  }
  if (areTooLarge(consumer, operand, producer)) {
    reason = "the kernel would become too large";
    return false;
  }
  // Last: it asks all readers of the producer.
  if (isCompared(producer)) {
    reason = "it is compared, and has to be the same number everywhere";
    return false;
  }
  return true;
}

/// Readers from which on a tensor counts as one with others, and each reader
/// decides alone: the step of an optimizer has one for each parameter, and
/// asking all of them for each would take cubic time.
constexpr unsigned manyReaders = 64;

/// Is there a reader in which the expression cannot be substituted? The cheap
/// test comes first for all readers.
static bool hasOtherReaders(ComputeOp producer) {
  if (producer->getResult(0).hasNUsesOrMore(manyReaders))
    return true;
  StringRef ignored;
  return llvm::any_of(producer->getUses(),
                      [&](OpOperand &use) {
                        auto reader = dyn_cast<ComputeOp>(use.getOwner());
                        return !reader ||
                               areTooLarge(reader, use.getOperandNumber(),
                                           producer);
                      }) ||
         llvm::any_of(producer->getUses(), [&](OpOperand &use) {
           return !canSubstitute(cast<ComputeOp>(use.getOwner()),
                                 use.getOperandNumber(), ignored);
         });
}

/// The readers of a tensor in which its expression can be substituted; all if
/// `hasOthers` is false.
static SmallVector<ComputeOp> listSubstitutable(ComputeOp producer,
                                                bool hasOthers) {
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

/// The kernel that neo-group can make of `producer` and its readers, if any.
static std::optional<KernelGroup> findGroup(ComputeOp producer,
                                            ArrayRef<ComputeOp> readers) {
  SmallVector<ComputeOp> statements{producer};
  llvm::append_range(statements, readers);
  if (llvm::any_of(readers, [&](ComputeOp reader) {
        return reader->getBlock() != producer->getBlock();
      }))
    return std::nullopt;
  auto all = withAllBetween(statements);
  std::string ignored;
  return all ? KernelGroup::get(*all, ignored) : std::nullopt;
}

/// Does a kernel of `group` save more than its masks take, where it computes
/// the expression of `producer` once?
static bool isWorthMasks(const KernelGroup &group, ComputeOp producer,
                         const AlgebraCost &cost) {
  double bytes =
      getCostedPoints(producer) * getElementBytes(producer.getType());
  return countMaskInstructions(group.statements) <
         cost.start + 2 * cost.ofBytes(bytes);
}

/// Is each element read at exactly one point of each reader? Then a kernel of
/// the readers shares the function again (NameParts.h).
static bool readAtOnePoint(ComputeOp producer) {
  return llvm::all_of(producer->getUses(), [&](OpOperand &use) {
    auto reader = cast<ComputeOp>(use.getOwner());
    unsigned i = use.getOperandNumber();
    return !reader.getGuard(i) && reader.getMap(i).isPermutation();
  });
}

/// The reward of substituting `producer` in `consumer`, or a failure where that
/// is not done.
static FailureOr<SubstitutionReward>
cost(ComputeOp producer, ComputeOp consumer, StringRef &reason) {
  AlgebraCost rates(MachineRates::of(producer));
  bool hasOthers = hasOtherReaders(producer);
  SmallVector<ComputeOp> able;
  if (!hasOthers)
    able = listSubstitutable(producer, hasOthers);
  SubstitutionReward reward = hasOthers
                                  ? rewardOf(producer, consumer, true, rates)
                                  : rewardOf(producer, able, false, rates);
  if (hasOthers && findGroup(producer, consumer)) {
    reason = "one kernel of both has what the producer writes at hand";
    return failure();
  }
  if (hasOthers && reward.cycles > 0 && reward.instructions < 0)
    able = listSubstitutable(producer, hasOthers);
  std::optional<KernelGroup> oneKernel;
  if ((reward.cycles <= 0 || reward.instructions < 0) && !able.empty())
    oneKernel = findGroup(producer, able);
  if (oneKernel && !isWorthMasks(*oneKernel, producer, rates))
    oneKernel.reset();
  if (oneKernel && !hasOthers && readAtOnePoint(producer))
    return reward;
  if (reward.cycles <= 0) {
    reason = "evaluating the producer at every read costs more than memory";
    return failure();
  }
  if (oneKernel) {
    reason = "one kernel of both evaluates the producer once";
    return failure();
  }
  return reward;
}

/// Counts operands that stay tensors, and emits remarks with the reasons.
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

/// Substitutes in all readers at once, as their cost was computed together:
/// after some of them the decision for the rest could be different, and the
/// tensor would be written all the same.
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
      // The producer's launch is saved only if all readers are substituted.
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
    addAddBeforeGuardPattern(patterns);
    ComputeOp::getCanonicalizationPatterns(patterns, &getContext());
    // If the driver reaches its limit, remaining producers are kernels of their
    // own.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
    if (explain || arePassStatisticsCollected())
      countReads(getOperation(), explain);
  }
};
} // namespace
