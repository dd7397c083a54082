//===- ComputeCanonicalization.cpp - Simpler forms of neo.compute ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a reader would simplify without thinking:
//
//     copy of A[i, j]                              -->  A
//     operand that the body does not use           -->  dropped
//     two operands that read the same element      -->  one
//     operand that is a splat constant             -->  a constant in the body
//     x + x in the body, exactly                   -->  x * 2, a product
//     read of a pure re-indexing of A at f         -->  read of A at g(f)
//     sum [] of A[i] where c                       -->  A[i] if c else 0
//
// Conditions and divisions are decided in ConditionCanonicalization.cpp.
//
// The read of a re-indexing makes unpack after pack, or a transpose of a
// transpose, vanish: their composed map is the identity. The last turns the
// gradient of a guarded read into a guarded read, which fuses with its readers
// as no reduction does.
//
//===----------------------------------------------------------------------===//

#include "ComputePatterns.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/GuardedReads.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Ties.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace neo;

/// Does the body hand its only operand through?
static bool isPureReindexing(ComputeOp op) {
  return op.getKind() == ReductionKind::none && op.getNumOperands() == 1 &&
         op.getYielded() == op.getBodyBlock()->getArgument(0);
}

/// Is `op` a result of the kernel around it? A kernel computes what it gives.
static bool isGivenByKernel(ComputeOp op) {
  return llvm::any_of(op->getUsers(),
                      [](Operation *user) { return isa<ResultsOp>(user); });
}

OpFoldResult ComputeOp::fold(FoldAdaptor) {
  if (!isGivenByKernel(*this) && isPureReindexing(*this) && !getGuard(0) &&
      getMap(0).isIdentity() && getOperand(0).getType() == getType())
    return getOperand(0);
  return {};
}

/// Replaces `op` by the same operator on `operands`; `argument[i]` says which
/// of them takes the place of body argument i.
static void rebuild(PatternRewriter &rewriter, ComputeOp op,
                    SmallVector<OperandSpec> operands, ArrayRef<int> argument) {
  ComputeSpec spec = getSpecWithoutBody(op);
  spec.operands = std::move(operands);
  auto body = [&](OpBuilder &b, Location, ValueRange values) {
    IRMapping mapping;
    for (auto [i, target] : llvm::enumerate(argument))
      if (target >= 0)
        mapping.map(op.getBodyBlock()->getArgument(i), values[target]);
    return cloneBody(b, op, mapping);
  };
  spec.body = body;
  auto rebuilt = ComputeOp::create(rewriter, op.getLoc(), spec);
  keepAttributes(op, rebuilt);
  rewriter.replaceOp(op, rebuilt);
}

static bool readsTheSame(const OperandSpec &a, const OperandSpec &b) {
  return a.value == b.value && a.map == b.map && a.guard == b.guard &&
         a.pad == b.pad;
}

namespace {
/// Drops operands that are not used and merges those that read the same.
struct DropAndMergeOperands : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OperandSpec> kept;
    SmallVector<int> argument;
    for (auto [i, spec] : llvm::enumerate(getOperandSpecs(op))) {
      if (op.getBodyBlock()->getArgument(i).use_empty()) {
        argument.push_back(-1);
        continue;
      }
      const OperandSpec &wanted = spec;
      auto *same = llvm::find_if(kept, [&](const OperandSpec &other) {
        return readsTheSame(other, wanted);
      });
      argument.push_back(same - kept.begin());
      if (same == kept.end())
        kept.push_back(spec);
    }
    if (kept.size() == op.getNumOperands())
      return rewriter.notifyMatchFailure(op, "every operand is needed");
    rebuild(rewriter, op, std::move(kept), argument);
    return success();
  }
};

/// Moves a splat constant into the body.
struct FoldSplatOperand : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
      SplatElementsAttr splat;
      BlockArgument argument = op.getBodyBlock()->getArgument(i);
      if (argument.use_empty() || !mayBeConstant(argument) ||
          !matchPattern(op.getOperand(i), m_Constant(&splat)))
        continue;
      auto value = cast<TypedAttr>(splat.getSplatValue<Attribute>());
      if (op.getGuard(i) && op.getPad(i) != value)
        continue;
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(op.getBodyBlock());
      Value constant = arith::ConstantOp::create(rewriter, op.getLoc(), value);
      rewriter.replaceAllUsesWith(argument, constant);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is a splat constant");
  }
};

/// Sums of products see a factor 2 where there was a sum of two terms, as in
/// the gradient of a square.
struct DoubleByFactor : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    bool isChanged = false;
    for (auto sum :
         llvm::make_early_inc_range(op.getBodyBlock()->getOps<arith::AddFOp>()))
      if (sum.getLhs() == sum.getRhs()) {
        rewriter.setInsertionPoint(sum);
        Value two = arith::ConstantOp::create(
            rewriter, sum.getLoc(), rewriter.getFloatAttr(sum.getType(), 2));
        rewriter.replaceOpWithNewOp<arith::MulFOp>(sum, sum.getLhs(), two);
        isChanged = true;
      }
    return success(isChanged);
  }
};

/// Reads through a producer that only moves data.
struct ComposeReindexing : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OperandSpec> operands = getOperandSpecs(op);
    bool changed = false;
    for (OperandSpec &operand : operands)
      changed |= compose(operand, op.getExtents());
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no operand is a re-indexing");
    rebuild(rewriter, op, operands,
            llvm::to_vector(llvm::seq<int>(0, operands.size())));
    return success();
  }

private:
  /// Are there more divisions in the index than before, and many?
  static bool addsDivisions(const OperandSpec &before,
                            const OperandSpec &after) {
    unsigned count = countDivisions(after.map.getResults());
    return count > mostComposedDivisions &&
           count > countDivisions(before.map.getResults());
  }

  static bool compose(OperandSpec &operand, ArrayRef<int64_t> extents) {
    auto producer = operand.value.getDefiningOp<ComputeOp>();
    if (!producer || !isPureReindexing(producer))
      return false;
    FailureOr<OperandSpec> read =
        readAt(getOperandSpecs(producer).front(), operand.map, extents);
    // Two guards become one only if both fall back to the same pad.
    if (failed(read) || addsDivisions(operand, *read) ||
        (read->guard && operand.guard && operand.pad != read->pad))
      return false;
    if (!read->guard)
      read->pad = operand.pad;
    read->guard = conjoin(operand.guard, read->guard);
    operand = *read;
    return true;
  }
};

/// Guards the reads of a sum's only term instead of the term.
struct GuardOnlyTerm : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getKind() != ReductionKind::sum || op.getNumReductionLoops() != 0)
      return rewriter.notifyMatchFailure(op, "it is no sum of one term");
    ComputeSpec spec = getSpecWithoutBody(op);
    if (spec.where && !isZero(getValueAtZeros(op)))
      return rewriter.notifyMatchFailure(op, "the body is not 0 at zeros");
    if (spec.where && failed(guardReads(spec.operands, spec.where)))
      return rewriter.notifyMatchFailure(op, "a pad is not zero");
    spec.kind = ReductionKind::none;
    spec.where = {};
    spec.body = [&](OpBuilder &b, Location, ValueRange values) {
      return cloneBody(b, op, values);
    };
    auto guarded = ComputeOp::create(rewriter, op.getLoc(), spec);
    keepAttributes(op, guarded);
    guarded->removeAttr(nonzeroAttrName); // That of sums.
    rewriter.replaceOp(op, guarded);
    return success();
  }
};
} // namespace

void ComputeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<DropAndMergeOperands, FoldSplatOperand, DoubleByFactor,
               ComposeReindexing, GuardOnlyTerm>(context);
  addConditionPatterns(patterns);
}
