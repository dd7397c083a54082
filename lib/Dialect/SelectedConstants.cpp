//===- SelectedConstants.cpp - Functions of one of two numbers ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A one-hot matrix is 1 or 0, converted, and multiplied by a number:
//
//     %1 = arith.select %c, %one, %zero : f64          %1 = arith.select %c,
//     %2 = arith.truncf %1 : f64 to f32         -->         %k, %zero : f32
//     %3 = arith.mulf %2, %k : f32
//
// What is a function of the selected number alone has two values, which are
// folded: each element costs one selection, of the type that is needed.
//
//===----------------------------------------------------------------------===//

#include "ComputePatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

/// The only operand of `op` that is no constant, if it selects one of two.
static arith::SelectOp findSelect(Operation &op) {
  arith::SelectOp found;
  for (Value operand : op.getOperands()) {
    if (matchPattern(operand, m_Constant()))
      continue;
    auto select = operand.getDefiningOp<arith::SelectOp>();
    if (found || !select || !select->hasOneUse() ||
        !matchPattern(select.getTrueValue(), m_Constant()) ||
        !matchPattern(select.getFalseValue(), m_Constant()))
      return {};
    found = select;
  }
  return found;
}

/// What `op` gives where it has `number` for `selected`; null if it is not
/// folded.
static TypedAttr foldWith(Operation &op, Value selected, Value number) {
  SmallVector<Attribute> values;
  for (Value operand : op.getOperands()) {
    values.emplace_back();
    matchPattern(operand == selected ? number : operand,
                 m_Constant(&values.back()));
  }
  SmallVector<OpFoldResult> results;
  // Of a copy: folding may exchange operands.
  Operation *copy = op.clone();
  bool isFolded = succeeded(copy->fold(values, results)) && results.size() == 1;
  copy->destroy();
  return isFolded
             ? dyn_cast_or_null<TypedAttr>(dyn_cast<Attribute>(results.front()))
             : TypedAttr();
}

namespace {
struct FoldIntoSelect : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getBodyBlock()->getOps<arith::SelectOp>().empty())
      return rewriter.notifyMatchFailure(op, "it selects nothing");
    bool isChanged = false;
    for (Operation &inner :
         llvm::make_early_inc_range(op.getBodyBlock()->without_terminator()))
      isChanged |= foldInto(inner, rewriter);
    return success(isChanged);
  }

private:
  static bool foldInto(Operation &op, PatternRewriter &rewriter) {
    if (op.getNumResults() != 1 || isa<arith::SelectOp>(op))
      return false;
    arith::SelectOp select = findSelect(op);
    if (!select)
      return false;
    TypedAttr yes = foldWith(op, select, select.getTrueValue());
    TypedAttr no = foldWith(op, select, select.getFalseValue());
    if (!yes || !no)
      return false;
    rewriter.setInsertionPoint(&op);
    auto number = [&](TypedAttr value) {
      return arith::ConstantOp::create(rewriter, op.getLoc(), value);
    };
    Value first = number(yes), second = number(no);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(&op, select.getCondition(),
                                                 first, second);
    return true;
  }
};
} // namespace

void neo::addSelectPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldIntoSelect>(patterns.getContext());
}
