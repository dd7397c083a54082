//===- TightenPass.cpp - Which sums are tightened -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TightenSum.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/SelectedTerms.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"
#include "Neo/Transforms/Algebra/RunningBound.h"
#include "Neo/Transforms/Passes.h"

#include "llvm/Support/FormatVariadic.h"

namespace neo {
#define GEN_PASS_DEF_NEOTIGHTEN
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Why an operator cannot be tightened, by its form; empty if it may be.
static StringRef findObstacle(ComputeOp op) {
  if (!isContraction(op))
    return "it does not sum over loops of its own";
  if (llvm::is_contained(op.getExtents(), 0))
    return "it has no points";
  if (op->hasAttr(nonzeroAttrName))
    return "its operands are padded already";
  return "";
}

/// Is the condition of its terms nothing but bounds of a product's steps, which
/// kernels run between (AccessPlan.h)? No select is left of it then.
static bool boundsSteps(ComputeOp op) {
  IntegerSet where = op.getWhereSet();
  return llvm::none_of(where.getEqFlags(),
                       [](bool isEqual) { return isEqual; }) &&
         countDivisions(where.getConstraints()) == 0 &&
         op.getBodyBlock()->getOps<arith::SelectOp>().empty();
}

/// Do several factors have one guard? It is one of the term then.
static bool sharesGuard(ComputeOp op) {
  IntegerSet guard;
  unsigned count = 0;
  for (unsigned i = 0; i < op.getNumOperands(); ++i)
    if (IntegerSet other = op.getGuard(i)) {
      if (count++ && other != guard)
        return false;
      guard = other;
    }
  return count > 1;
}

/// So many terms of an element pay for a sweep over the result.
constexpr int64_t leastTerms = 16;

/// The sum without conditions of whole elements, read under them: a product has
/// no mask in any step. Null if there are none, or few terms, or if reads of
/// the sum stay inside their operands only under these.
static ComputeOp takeElementsOut(IRRewriter &rewriter, ComputeOp op) {
  unsigned outputs = op.getNumOutputLoops();
  IntegerSet where = op.getWhereSet();
  SmallVector<unsigned> ofTerms, ofElements;
  for (unsigned c = 0; where && c < where.getNumConstraints(); ++c) {
    bool isOfTerms = dependsOnReduction(op, where.getConstraint(c));
    (isOfTerms ? ofTerms : ofElements).push_back(c);
  }
  int64_t terms = 1;
  for (int64_t extent : op.getReductionExtents())
    terms *= extent;
  if (ofElements.empty() || terms < leastTerms)
    return {};
  SmallVector<AffineExpr> dims;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    dims.push_back(rewriter.getAffineDimExpr(loop));
  ComputeSpec sum = getSpecWithoutBody(op);
  sum.where = selectConstraints(where, ofTerms, dims, dims.size());
  if (!readsInside(sum))
    return {};
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBody(b, op, arguments);
  };
  sum.body = body;
  OperandSpec read{
      ComputeOp::create(rewriter, op.getLoc(), sum).getResult(),
      rewriter.getMultiDimIdentityMap(outputs),
      selectConstraints(where, ofElements, dims, outputs),
      cast<TypedAttr>(rewriter.getZeroAttr(op.getType().getElementType()))};
  return createRead(rewriter, op.getLoc(), read, op.getType(),
                    ArrayRef(sum.loops).take_front(outputs));
}

namespace {
struct TightenPass : neo::impl::NeoTightenBase<TightenPass> {
  using NeoTightenBase::NeoTightenBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (ComputeOp op : findFreeOperators(getOperation()))
      tighten(rewriter, op);
  }

  void tighten(IRRewriter &rewriter, ComputeOp op) {
    StringRef reason = findObstacle(op);
    if (reason.empty()) {
      rewriter.setInsertionPoint(op);
      ComputeOp lifted = liftCondition(rewriter, op);
      if (!lifted && sharesGuard(op))
        lifted = liftGuards(rewriter, op);
      Value value = tighten(rewriter, op, lifted ? lifted : op, reason);
      if (!value)
        value = bound(rewriter, op, lifted);
      if (lifted && value != lifted.getResult())
        rewriter.eraseOp(lifted);
      if (value) {
        rewriter.replaceOp(op, value);
        return;
      }
    }
    if (explain)
      op.emitRemark("its terms stay as they are: ") << reason;
  }

  /// `op` with conditions where kernels run between them; null if it has none.
  Value bound(IRRewriter &rewriter, ComputeOp op, ComputeOp lifted) {
    ComputeOp kept =
        lifted && boundsSteps(lifted) ? keep(rewriter, lifted) : ComputeOp();
    ComputeOp read = takeElementsOut(rewriter, kept ? kept : op);
    if (!read)
      return kept ? kept.getResult() : Value();
    if (kept && kept != lifted)
      rewriter.eraseOp(kept);
    return read.getResult();
  }

  /// `lifted`, or the same without guards that its terms have, too.
  ComputeOp keep(IRRewriter &rewriter, ComputeOp lifted) {
    ComputeOp plain = liftGuards(rewriter, lifted);
    if (explain)
      lifted.emitRemark("its condition bounds the steps of the sum");
    return plain ? plain : lifted;
  }

  /// The sum of the terms that exist of `same`, which is equal to `op`; null,
  /// and the reason, if these are not fewer.
  Value tighten(IRRewriter &rewriter, ComputeOp op, ComputeOp same,
                StringRef &reason) {
    TightenSum sum(rewriter, same);
    Value value = sum.run(reason);
    if (value && explain)
      op.emitRemark("its terms are ")
          << llvm::formatv("{0:F0} instead of {1:F0}", sum.after, sum.before);
    return value;
  }
};
} // namespace
