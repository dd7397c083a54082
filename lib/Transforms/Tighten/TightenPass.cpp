//===- TightenPass.cpp - Which sums are tightened -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TightenSum.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/SelectedTerms.h"
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
      if (!value && lifted && boundsSteps(lifted))
        value = keep(rewriter, lifted);
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

  /// `lifted`, or the same without guards that its terms have, too.
  Value keep(IRRewriter &rewriter, ComputeOp lifted) {
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
