//===- OneHotSums.cpp - Sums of what a number selects ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Comparisons stand in the sum itself, or in pointwise operators that it reads,
// as a matrix that is built first and multiplied then. These are substituted in
// a copy of the sum, which is erased again where nothing comes of it.
//
//===----------------------------------------------------------------------===//

#include "OneHotSums.h"

#include "Neo/Transforms/Algebra/InlineProducer.h"
#include "Neo/Transforms/Algebra/RunningBound.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Pointwise operators between a comparison and the sum: a conversion, a
/// transposition, a factor.
constexpr unsigned mostBetween = 4;
/// More of them than this are no one-hot matrix.
constexpr unsigned mostSubstituted = 8;

static bool hasTest(ComputeOp op) {
  return llvm::any_of(op.getBodyBlock()->getOps<arith::CmpIOp>(),
                      [](arith::CmpIOp test) {
                        return test.getPredicate() == arith::CmpIPredicate::eq;
                      });
}

namespace {
/// Looks for comparisons among pointwise operators, each of which is asked once
/// at a depth.
class TestSearch {
public:
  /// Is `value` made of a comparison?
  bool find(Value value, unsigned between = mostBetween);

private:
  llvm::DenseMap<Operation *, unsigned> fruitless;
};
} // namespace

bool TestSearch::find(Value value, unsigned between) {
  auto producer = value.getDefiningOp<ComputeOp>();
  if (!producer || producer.getKind() != ReductionKind::none)
    return false;
  auto [known, isNew] = fruitless.try_emplace(producer, between);
  if (!isNew && known->second >= between)
    return false;
  known->second = between;
  return hasTest(producer) ||
         (between && llvm::any_of(producer.getOperands(), [&](Value operand) {
            return find(operand, between - 1);
          }));
}

/// The operand of `op` to substitute next, if there is one.
static std::optional<unsigned> findTested(ComputeOp op) {
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    StringRef reason;
    if (TestSearch().find(operand) && canInlineProducer(op, i, reason))
      return i;
  }
  return std::nullopt;
}

/// A copy of `op` before it with comparisons substituted; null without any.
static ComputeOp substituteTests(ComputeOp op, RewriterBase &rewriter) {
  std::optional<unsigned> operand = findTested(op);
  if (!operand)
    return {};
  rewriter.setInsertionPoint(op);
  auto copy = cast<ComputeOp>(rewriter.clone(*op));
  for (unsigned count = 0; operand && count < mostSubstituted; ++count) {
    copy = inlineProducer(rewriter, copy, *operand);
    operand = findTested(copy);
  }
  return copy;
}

bool neo::addSelectedTerms(ComputeOp op, RewriterBase &rewriter,
                           const AlgebraOptions &options) {
  if (op.getKind() != ReductionKind::sum || op.getNumReductionLoops() == 0 ||
      llvm::is_contained(op.getExtents(), 0))
    return false;
  ComputeOp copy = substituteTests(op, rewriter);
  // Most sums compare nothing, and need no copy to be looked at.
  if (!copy && !hasTest(op))
    return false;
  // As it is written: a product with a matrix is a fused operation a point.
  double whole = options.cost.start +
                 options.cost.ofPoints(getCostedPoints(op),
                                       std::max(getBodyCost(op), 1.0));
  bool isTaken =
      withLiftedConditions(rewriter, copy ? copy : op, [&](ComputeOp source) {
        Value result = scatterSelected(source, rewriter, options, whole);
        if (!result)
          result = gatherSelected(source, rewriter, options, whole);
        if (result)
          rewriter.replaceOp(op, result);
        return bool(result);
      });
  if (copy)
    rewriter.eraseOp(copy);
  return isTaken;
}
