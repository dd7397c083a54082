//===- ConditionCanonicalization.cpp - What the extents decide ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Composed reads bring conditions and divisions that the loops' extents decide,
// and every one that is left is computed for each vector:
//
//     over i < 50:
//     A[i floordiv 64, i mod 64]           -->  A[0, i]
//     A[i] if (i < 60, i >= 2) else p      -->  A[i] if (i >= 2) else p
//     A[i] if (i >= 50) else p             -->  p
//
// By intervals (AffineRange.h), at microseconds a condition. The placeholder of
// a batch needs no care: what asks for more than its first item is no program
// (Batch.h, B3).
//
//===----------------------------------------------------------------------===//

#include "ComputePatterns.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

namespace {
/// Conditions without those that always hold; all of them where one never does.
struct Decided {
  IntegerSet rest;
  bool isNever = false;
};
} // namespace

/// `expr`, with fewer divisions if the extents decide some.
static AffineExpr simplify(AffineExpr expr, ArrayRef<int64_t> extents) {
  if (countDivisions(expr) == 0)
    return expr;
  AffineExpr simple = simplifyAffineExpr(simplifyInBox(expr, extents),
                                         extents.size(), /*numSymbols=*/0);
  return countDivisions(simple) < countDivisions(expr) ? simple : expr;
}

static Decided decide(IntegerSet set, ArrayRef<int64_t> extents) {
  Decided decided;
  if (!set)
    return decided;
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
    AffineExpr constraint = simplify(set.getConstraint(i), extents);
    std::optional<AffineInterval> range = getInterval(constraint, extents);
    bool isEqual = set.isEq(i);
    if (range && (range->high < 0 || (isEqual && range->low > 0)))
      return {set, /*isNever=*/true};
    if (range && range->low >= 0 && (!isEqual || range->high == 0))
      continue;
    constraints.push_back(constraint);
    equalities.push_back(isEqual);
  }
  if (!constraints.empty())
    decided.rest =
        IntegerSet::get(set.getNumDims(), 0, constraints, equalities);
  return decided;
}

/// Has no step of the loops, of which intervals say nothing.
static bool isEmpty(ArrayRef<int64_t> extents) {
  return llvm::is_contained(extents, 0);
}

/// May a constant take the place of `argument` in a body? Not where an extremum
/// follows from it, whose derivative at a tie depends on that: max(x, 0) is
/// what relu is written as (ArithDerivatives.cpp).
static bool mayBeConstant(BlockArgument argument) {
  llvm::SetVector<Value> depending;
  depending.insert(argument);
  for (unsigned i = 0; i < depending.size(); ++i)
    for (Operation *user : depending[i].getUsers()) {
      if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
              arith::MinNumFOp>(user))
        return false;
      depending.insert(user->result_begin(), user->result_end());
    }
  return true;
}

namespace {
/// Replaces a read that is always padded by its pad.
struct FoldPaddedRead : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> extents = op.getExtents();
    for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
      BlockArgument argument = op.getBodyBlock()->getArgument(i);
      if (argument.use_empty() || isEmpty(extents) ||
          !mayBeConstant(argument) || !decide(op.getGuard(i), extents).isNever)
        continue;
      rewriter.setInsertionPointToStart(op.getBodyBlock());
      Value pad =
          arith::ConstantOp::create(rewriter, op.getLoc(), op.getPad(i));
      rewriter.replaceAllUsesWith(argument, pad);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "each read is of its operand");
  }
};

/// Drops conditions that hold and divisions that the extents decide.
struct DropDecided : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> extents = op.getExtents();
    if (isEmpty(extents))
      return rewriter.notifyMatchFailure(op, "there is nothing to compute");
    ComputeSpec spec = getSpecWithoutBody(op);
    bool isChanged = false;
    for (OperandSpec &operand : spec.operands)
      isChanged |= simplifyRead(operand, extents);
    IntegerSet where = decide(spec.where, extents).rest;
    isChanged |= where != spec.where;
    spec.where = where;
    if (!isChanged)
      return rewriter.notifyMatchFailure(op, "the extents decide nothing");
    replaceBy(rewriter, op, std::move(spec));
    return success();
  }

private:
  static bool simplifyRead(OperandSpec &operand, ArrayRef<int64_t> extents) {
    auto index =
        llvm::map_to_vector(operand.map.getResults(), [&](AffineExpr expr) {
          return simplify(expr, extents);
        });
    AffineMap map = AffineMap::get(operand.map.getNumDims(), 0, index,
                                   operand.map.getContext());
    IntegerSet guard = decide(operand.guard, extents).rest;
    bool isChanged = map != operand.map || guard != operand.guard;
    operand.map = map;
    operand.guard = guard;
    if (!operand.guard)
      operand.pad = {};
    return isChanged;
  }
};
} // namespace

void neo::addConditionPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldPaddedRead, DropDecided>(patterns.getContext());
}
