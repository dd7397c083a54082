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

/// Is `value` made of a comparison, by pointwise operators?
static bool isMadeOfTest(Value value, unsigned between = mostBetween) {
  auto producer = value.getDefiningOp<ComputeOp>();
  if (!producer || producer.getKind() != ReductionKind::none)
    return false;
  return hasTest(producer) ||
         (between && llvm::any_of(producer.getOperands(), [&](Value operand) {
            return isMadeOfTest(operand, between - 1);
          }));
}

/// The operand of `op` to substitute next, if there is one.
static std::optional<unsigned> findTested(ComputeOp op) {
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    StringRef reason;
    if (isMadeOfTest(operand) && canInlineProducer(op, i, reason))
      return i;
  }
  return std::nullopt;
}

/// A copy of `op` before it with comparisons substituted; null without any.
static ComputeOp substituteTests(ComputeOp op, RewriterBase &rewriter) {
  if (!findTested(op))
    return {};
  rewriter.setInsertionPoint(op);
  auto copy = cast<ComputeOp>(rewriter.clone(*op));
  for (unsigned count = 0; count < mostSubstituted; ++count)
    if (std::optional<unsigned> operand = findTested(copy))
      copy = inlineProducer(rewriter, copy, *operand);
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
  bool isTaken =
      withLiftedConditions(rewriter, copy ? copy : op, [&](ComputeOp source) {
        Value result = scatterSelected(source, rewriter, options);
        if (!result)
          result = gatherSelected(source, rewriter, options);
        if (result)
          rewriter.replaceOp(op, result);
        return bool(result);
      });
  if (copy)
    rewriter.eraseOp(copy);
  return isTaken;
}
