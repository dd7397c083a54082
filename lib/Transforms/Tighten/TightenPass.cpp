//===- TightenPass.cpp - Which sums are tightened -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TightenSum.h"

#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/SelectedTerms.h"
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
      Value value = tighten(rewriter, op, lifted ? lifted : op, reason);
      if (lifted)
        rewriter.eraseOp(lifted);
      if (value) {
        rewriter.replaceOp(op, value);
        return;
      }
    }
    if (explain)
      op.emitRemark("its terms stay as they are: ") << reason;
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
