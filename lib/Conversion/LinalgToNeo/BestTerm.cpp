//===- BestTerm.cpp - Matching argmax and argmin of linalg ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BestTerm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
/// `term` is more than `best`, or less.
struct Comparison {
  Value term, best;
  bool wantsLarge;
};
} // namespace

static bool isAccumulator(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return false;
  auto op = cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
  return op.isDpsInit(op.getMatchingOpOperand(argument));
}

/// `lhs` compared with `rhs`, of which the accumulator is the best.
static std::optional<Comparison> orient(Value lhs, Value rhs, bool isMore) {
  if (isAccumulator(rhs))
    return Comparison{lhs, rhs, isMore};
  if (isAccumulator(lhs))
    return Comparison{rhs, lhs, !isMore};
  return std::nullopt;
}

static std::optional<Comparison> readIntegers(arith::CmpIOp compare) {
  using Predicate = arith::CmpIPredicate;
  Predicate predicate = compare.getPredicate();
  if (predicate != Predicate::sgt && predicate != Predicate::slt)
    return std::nullopt;
  return orient(compare.getLhs(), compare.getRhs(),
                predicate == Predicate::sgt);
}

static std::optional<Comparison> readFloats(arith::CmpFOp compare,
                                            bool mayBeOrdered) {
  using Predicate = arith::CmpFPredicate;
  Predicate predicate = compare.getPredicate();
  bool isOrdered = predicate == Predicate::OGT || predicate == Predicate::OLT;
  bool isMore = predicate == Predicate::OGT || predicate == Predicate::UGT;
  if (!isMore && predicate != Predicate::OLT && predicate != Predicate::ULT)
    return std::nullopt;
  if (isOrdered && !mayBeOrdered)
    return std::nullopt;
  return orient(compare.getLhs(), compare.getRhs(), isMore);
}

static bool isNumber(Value condition, Value best) {
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  return compare && compare.getPredicate() == arith::CmpFPredicate::ORD &&
         compare.getLhs() == best && compare.getRhs() == best;
}

static std::optional<Comparison> readBetter(Value better) {
  if (auto compare = better.getDefiningOp<arith::CmpIOp>())
    return readIntegers(compare);
  if (auto compare = better.getDefiningOp<arith::CmpFOp>()) {
    bool noNaN =
        bitEnumContainsAll(compare.getFastmath(), arith::FastMathFlags::nnan);
    return noNaN ? readFloats(compare, true) : std::nullopt;
  }
  auto both = better.getDefiningOp<arith::AndIOp>();
  if (!both)
    return std::nullopt;
  for (auto [first, second] : {std::pair(both.getLhs(), both.getRhs()),
                               std::pair(both.getRhs(), both.getLhs())}) {
    auto compare = first.getDefiningOp<arith::CmpFOp>();
    std::optional<Comparison> found =
        compare ? readFloats(compare, false) : std::nullopt;
    if (found && isNumber(second, found->best))
      return found;
  }
  return std::nullopt;
}

std::optional<BestTermSearch> neo::findBestTermSearch(linalg::GenericOp op,
                                                      unsigned output) {
  auto getChoice = [&](unsigned number) {
    Value yielded = op.getBody()->getTerminator()->getOperand(number);
    return yielded.getDefiningOp<arith::SelectOp>();
  };
  arith::SelectOp choice = getChoice(output);
  if (!choice || choice.getFalseValue() != op.getRegionOutputArgs()[output])
    return std::nullopt;
  std::optional<Comparison> better = readBetter(choice.getCondition());
  if (!better)
    return std::nullopt;
  auto *best = llvm::find(op.getRegionOutputArgs(), better->best);
  if (best == op.getRegionOutputArgs().end())
    return std::nullopt;
  unsigned bestOutput = best - op.getRegionOutputArgs().begin();
  arith::SelectOp kept = getChoice(bestOutput);
  if (!kept || kept.getCondition() != choice.getCondition() ||
      kept.getTrueValue() != better->term || kept.getFalseValue() != *best)
    return std::nullopt;
  Value position = bestOutput == output ? Value() : choice.getTrueValue();
  ReductionKind kind =
      better->wantsLarge ? ReductionKind::max : ReductionKind::min;
  return BestTermSearch{kind, better->term, position, bestOutput};
}
