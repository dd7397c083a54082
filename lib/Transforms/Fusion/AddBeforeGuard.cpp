//===- AddBeforeGuard.cpp - Sums of what one guard lets pass --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AddBeforeGuard.h"

#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Strict.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Is operand `i` an expression that this read alone uses, under a guard, or
/// else 0?
static bool isGuardedTerm(ComputeOp reader, unsigned i) {
  auto producer = reader.getOperand(i).getDefiningOp<ComputeOp>();
  return producer && producer.getKind() == ReductionKind::none &&
         producer->hasOneUse() && producer->getBlock() == reader->getBlock() &&
         reader.getGuard(i) && isZeroAttr(reader.getPad(i)) &&
         reader.getBodyBlock()->getArgument(i).hasOneUse();
}

/// The sum that has the value of operand `i` among its terms; the argument if
/// none has.
static Value sumAround(ComputeOp reader, unsigned i) {
  Value value = reader.getBodyBlock()->getArgument(i);
  while (value.hasOneUse() && isa<arith::AddFOp>(*value.user_begin()))
    value = value.user_begin()->getResult(0);
  return value;
}

static bool areReadAlike(ComputeOp reader, unsigned i, unsigned k) {
  return reader.getMap(i) == reader.getMap(k) &&
         reader.getGuard(i) == reader.getGuard(k) &&
         reader.getPad(i) == reader.getPad(k) &&
         reader.getOperandType(i) == reader.getOperandType(k);
}

/// A second term beside operand `i` that is read alike and added to it.
static std::optional<unsigned> findOther(ComputeOp reader, unsigned i) {
  for (unsigned k = i + 1, e = reader.getNumOperands(); k < e; ++k)
    if (isGuardedTerm(reader, k) && areReadAlike(reader, i, k) &&
        sumAround(reader, i) == sumAround(reader, k))
      return k;
  return std::nullopt;
}

/// The sum of two tensors, element by element.
static Value addTensors(RewriterBase &rewriter, Location place, Value a,
                        Value b) {
  ComputeSpec spec;
  spec.type = cast<RankedTensorType>(a.getType());
  AffineMap all = rewriter.getMultiDimIdentityMap(spec.type.getRank());
  spec.operands = {{a, all}, {b, all}};
  spec.body = [](OpBuilder &builder, Location loc, ValueRange v) -> Value {
    return arith::AddFOp::create(builder, loc, v[0], v[1]);
  };
  return ComputeOp::create(rewriter, place, spec).getResult();
}

namespace {
struct AddBeforeGuard : OpRewritePattern<ComputeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ComputeOp reader,
                                PatternRewriter &rewriter) const override {
    if (isStrict(reader))
      return rewriter.notifyMatchFailure(reader, "sums keep their order");
    for (unsigned i = 0, e = reader.getNumOperands(); i < e; ++i)
      if (isGuardedTerm(reader, i))
        if (std::optional<unsigned> other = findOther(reader, i)) {
          addFirst(rewriter, reader, i, *other);
          return success();
        }
    return rewriter.notifyMatchFailure(
        reader, "no two terms of a sum are read under one guard");
  }

private:
  /// Reads the sum of operands `i` and `k` instead of `i`. The term of `k` is
  /// -0.0, which canonicalization drops.
  static void addFirst(RewriterBase &rewriter, ComputeOp reader, unsigned i,
                       unsigned k) {
    ComputeSpec spec = getSpecWithoutBody(reader);
    rewriter.setInsertionPoint(reader);
    spec.operands[i].value =
        addTensors(rewriter, reader.getLoc(), spec.operands[i].value,
                   spec.operands[k].value);
    spec.operands.erase(spec.operands.begin() + k);
    auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
      SmallVector<Value> values(arguments);
      auto zero = FloatAttr::get(values[i].getType(), -0.0);
      values.insert(values.begin() + k,
                    arith::ConstantOp::create(b, loc, zero));
      return cloneBody(b, reader, values);
    };
    spec.body = body;
    replaceWith(rewriter, reader, spec);
  }
};
} // namespace

void neo::addAddBeforeGuardPattern(RewritePatternSet &patterns) {
  patterns.add<AddBeforeGuard>(patterns.getContext());
}
