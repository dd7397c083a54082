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
//     sum [] of A[i] if c else 0, where c          -->  A[i] if c else 0
//
// Conditions and divisions are decided in ConditionCanonicalization.cpp.
//
// The read of a re-indexing makes unpack after pack, or a transpose of a
// transpose, vanish: their composed map is the identity. The last is the
// gradient of a guarded read, which is no reduction.
//
//===----------------------------------------------------------------------===//

#include "ComputePatterns.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/PlacedParts.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/RunningReduction.h"

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

void neo::replaceBy(PatternRewriter &rewriter, ComputeOp op, ComputeSpec spec) {
  spec.body = [&](OpBuilder &b, Location, ValueRange values) {
    return cloneBody(b, op, values);
  };
  replaceWith(rewriter, op, spec);
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
  replaceWith(rewriter, op, spec);
}

static bool readsTheSame(const OperandSpec &a, const OperandSpec &b) {
  return a.value == b.value && a.map == b.map && a.guard == b.guard &&
         a.pad == b.pad;
}

/// The constant that `op` gives for constants; null if it is none.
static Attribute foldAt(Operation &op,
                        const llvm::DenseMap<Value, Attribute> &known) {
  auto values = llvm::map_to_vector(
      op.getOperands(), [&](Value operand) { return known.lookup(operand); });
  SmallVector<OpFoldResult> results;
  // Of a copy: folding may exchange operands.
  Operation *copy = op.clone();
  bool isFolded = succeeded(copy->fold(values, results)) && results.size() == 1;
  copy->destroy();
  if (!isFolded)
    return {};
  auto value = dyn_cast<Value>(results.front());
  return value ? known.lookup(value) : cast<Attribute>(results.front());
}

/// What the body of `op` gives if all that it reads is 0; null if that is no
/// constant. Folded rather than reasoned: 0 / 0 is not 0.
static Attribute getValueAtZeros(ComputeOp op) {
  Builder b(op.getContext());
  llvm::DenseMap<Value, Attribute> known;
  for (BlockArgument argument : op.getBodyBlock()->getArguments())
    known[argument] = b.getZeroAttr(argument.getType());
  for (Operation &each : op.getBodyBlock()->without_terminator())
    if (Attribute constant = foldAt(each, known))
      known[each.getResult(0)] = constant;
  return known.lookup(op.getYielded());
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
      if (argument.use_empty() ||
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
    ComputeSpec spec = getSpecWithoutBody(op);
    bool changed = false;
    unsigned most = isRunningReduction(op) ? 0 : mostComposedDivisions;
    for (OperandSpec &operand : spec.operands)
      changed |= compose(operand, op.getExtents(), most);
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no operand is a re-indexing");
    replaceBy(rewriter, op, std::move(spec));
    return success();
  }

private:
  /// Are there more divisions in the index than before, and than `most`?
  static bool addsDivisions(const OperandSpec &before, const OperandSpec &after,
                            unsigned most) {
    unsigned count = countDivisions(after.map.getResults());
    return count > most && count > countDivisions(before.map.getResults());
  }

  static bool compose(OperandSpec &operand, ArrayRef<int64_t> extents,
                      unsigned most) {
    auto producer = operand.value.getDefiningOp<ComputeOp>();
    if (!producer || !isPureReindexing(producer))
      return false;
    FailureOr<OperandSpec> read =
        readAt(getOperandSpecs(producer).front(), operand.map, extents);
    // Two guards become one only if both fall back to the same pad.
    if (failed(read) || addsDivisions(operand, *read, most) ||
        (read->guard && operand.guard && operand.pad != read->pad))
      return false;
    if (!read->guard)
      read->pad = operand.pad;
    read->guard = conjoin(operand.guard, read->guard);
    operand = *read;
    return true;
  }
};

/// Drops the condition of a sum's only term where its reads have it, too, and
/// zeros give 0. The terms of a part of a tensor get it, where they are put in
/// their places to be added to others; other reads take no more guards: nothing
/// is substituted under a guard, and running sums and rows have none.
struct DropWhereOfOnlyTerm : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getKind() != ReductionKind::sum || op.getNumReductionLoops() != 0)
      return rewriter.notifyMatchFailure(op, "it is no sum of one term");
    ComputeSpec spec = getSpecWithoutBody(op);
    if (spec.where && placesPart(op))
      guardRead(spec.operands.front(), spec.where);
    if (spec.where && !llvm::all_of(spec.operands, [&](OperandSpec &operand) {
          return operand.guard && isZeroAttr(operand.pad) &&
                 conjoin(operand.guard, spec.where) == operand.guard;
        }))
      return rewriter.notifyMatchFailure(op, "a read has another guard");
    if (spec.where && !isZeroAttr(getValueAtZeros(op)))
      return rewriter.notifyMatchFailure(op, "the body is not 0 at zeros");
    spec.kind = ReductionKind::none;
    spec.where = {};
    rewriter.modifyOpInPlace(op, [&] { op->removeAttr(nonzeroAttrName); });
    replaceBy(rewriter, op, std::move(spec));
    return success();
  }

private:
  /// Is the term an element as it is read, with no pad but 0, of a tensor that
  /// is a part of the result, for expressions of single elements?
  static bool placesPart(ComputeOp op) {
    if (op.getNumOperands() != 1 ||
        op.getYielded() != op.getBodyBlock()->getArgument(0) ||
        (op.getGuard(0) && !isZeroAttr(op.getPad(0))) || op->use_empty())
      return false;
    for (auto [loop, extent] : llvm::enumerate(op.getExtents()))
      if (extent > 1 && !op.getMap(0).isFunctionOfDim(loop))
        return false;
    return isPlacedPart(double(op.getOperandType(0).getNumElements()),
                        double(op.getType().getNumElements())) &&
           llvm::all_of(op->getUsers(), [](Operation *user) {
             auto reader = dyn_cast<ComputeOp>(user);
             return reader && reader.getKind() == ReductionKind::none;
           });
  }

  static void guardRead(OperandSpec &read, IntegerSet where) {
    Type element =
        cast<RankedTensorType>(read.value.getType()).getElementType();
    read.guard = conjoin(read.guard, where);
    read.pad =
        cast<TypedAttr>(Builder(element.getContext()).getZeroAttr(element));
  }
};
} // namespace

void ComputeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<DropAndMergeOperands, FoldSplatOperand, DoubleByFactor,
               ComposeReindexing, DropWhereOfOnlyTerm>(context);
  addConditionPatterns(patterns);
  addSelectPatterns(patterns);
}
