//===- AccessSimplification.cpp - Indices that extents decide -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AccessSimplification.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Ties.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// A form of `expr` with fewer divisions, or `expr`.
static AffineExpr simplify(AffineExpr expr, ArrayRef<int64_t> extents) {
  unsigned least = countDivisions(expr);
  AffineExpr best = expr, form = expr;
  if (least == 0)
    return expr;
  // Flattening joins equal terms, of which new quotients can come.
  for (int round = 0; round < 2; ++round)
    for (bool flatten : {false, true}) {
      form = flatten ? simplifyAffineExpr(form, extents.size(), 0)
                     : simplifyInBox(form, extents);
      if (unsigned count = countDivisions(form); count < least) {
        least = count;
        best = form;
      }
    }
  return best;
}

namespace {
enum class Truth { always, never, open };

/// A guard without what the extents decide.
struct Condition {
  Truth truth = Truth::always;
  IntegerSet open; // null unless it is open
};
} // namespace

static Truth truthOf(AffineExpr expr, bool isEquality,
                     ArrayRef<int64_t> extents) {
  std::optional<AffineInterval> range = getInterval(expr, extents);
  if (!range)
    return Truth::open;
  if (range->high < 0 || (isEquality && range->low > 0))
    return Truth::never;
  bool holds = range->low >= 0 && (!isEquality || range->high == 0);
  return holds ? Truth::always : Truth::open;
}

static Condition simplify(IntegerSet set, ArrayRef<int64_t> extents) {
  Condition condition;
  if (!set)
    return condition;
  SmallVector<AffineExpr> kept;
  SmallVector<bool> flags;
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    AffineExpr simpler = simplify(expr, extents);
    Truth truth = truthOf(simpler, isEquality, extents);
    if (truth == Truth::never)
      return {Truth::never, IntegerSet()};
    if (truth == Truth::always)
      continue;
    kept.push_back(simpler);
    flags.push_back(isEquality);
  }
  if (!kept.empty())
    condition = {Truth::open, IntegerSet::get(extents.size(), 0, kept, flags)};
  return condition;
}

static AffineMap simplify(AffineMap map, ArrayRef<int64_t> extents) {
  SmallVector<AffineExpr> index;
  for (AffineExpr expr : map.getResults())
    index.push_back(simplify(expr, extents));
  return AffineMap::get(extents.size(), 0, index, map.getContext());
}

namespace {
struct SimplifyAccesses : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override;

private:
  /// The operands that are left of `all`; what is read of the others is the
  /// pad in `values`.
  static SmallVector<OperandSpec>
  simplifyAll(ComputeOp op, SmallVector<TypedAttr> &pads, bool &changed);
};
} // namespace

SmallVector<OperandSpec>
SimplifyAccesses::simplifyAll(ComputeOp op, SmallVector<TypedAttr> &pads,
                              bool &changed) {
  SmallVector<OperandSpec> kept;
  SmallVector<int64_t> extents = op.getExtents();
  for (OperandSpec operand : getOperandSpecs(op)) {
    Condition guard = simplify(operand.guard, extents);
    pads.push_back(guard.truth == Truth::never ? operand.pad : TypedAttr());
    if (pads.back()) {
      changed = true;
      continue;
    }
    AffineMap map = simplify(operand.map, extents);
    changed |= map != operand.map || guard.open != operand.guard;
    operand.map = map;
    operand.guard = guard.open;
    if (!operand.guard)
      operand.pad = {};
    kept.push_back(operand);
  }
  return kept;
}

LogicalResult
SimplifyAccesses::matchAndRewrite(ComputeOp op,
                                  PatternRewriter &rewriter) const {
  if (llvm::is_contained(op.getExtents(), 0))
    return rewriter.notifyMatchFailure(op, "it has no point");
  bool changed = false;
  SmallVector<TypedAttr> pads;
  ComputeSpec spec = getSpecWithoutBody(op);
  spec.operands = simplifyAll(op, pads, changed);
  Condition where = simplify(spec.where, op.getExtents());
  if (where.truth != Truth::never) { // Nothing is simpler than no term.
    changed |= where.open != spec.where;
    spec.where = where.open;
  }
  if (!changed)
    return rewriter.notifyMatchFailure(op, "extents decide nothing more");
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    SmallVector<Value> values;
    unsigned next = 0;
    for (TypedAttr pad : pads)
      values.push_back(pad ? arith::ConstantOp::create(b, loc, pad).getResult()
                           : arguments[next++]);
    return cloneBody(b, op, values);
  };
  spec.body = body;
  auto rebuilt = ComputeOp::create(rewriter, op.getLoc(), spec);
  keepAttributes(op, rebuilt);
  rewriter.replaceOp(op, rebuilt);
  return success();
}

void neo::populateAccessSimplification(RewritePatternSet &patterns) {
  patterns.add<SimplifyAccesses>(patterns.getContext());
}
