//===- CentredParts.cpp - Sums over a part of a mean's loops --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "CentredParts.h"

#include "MeanPivot.h"
#include "PartBuilder.h"

#include "Neo/Dialect/BodyValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// s = sum d (x - q) - (m - q) sum d, of these sums and q.
static Value emitPart(ComputeOp op, const CentredTerms &terms,
                      ArrayRef<OperandSpec> sums, RewriterBase &rewriter) {
  SmallVector<Value> roots = terms.getSharedValues();
  roots.push_back(terms.getMean());
  auto body = [&](OpBuilder &b, IRMapping &values, ValueRange all) -> Value {
    Value mean = cloneExpression(b, terms.getMean(), values);
    Value beyond = arith::SubFOp::create(b, op.getLoc(), mean, all[2]);
    Value rest = arith::MulFOp::create(b, op.getLoc(), beyond, all[1]);
    return terms.finish(b, all[0], rest, values);
  };
  return PartBuilder(op, roots).build(rewriter, specOfElements(op), sums, body);
}

void neo::centrePart(ComputeOp op, const CentredTerms &terms,
                     RewriterBase &rewriter, const AlgebraOptions &options) {
  // Shorter ones do not pay for a pivot and a sum of their own.
  constexpr double leastTerms = 128;
  std::optional<SummedValue> part = SummedValue::of(op);
  if (!part || part->count < leastTerms)
    return;
  if (options.explain)
    op.emitRemark("the sum over a part of a mean's loops does not wait for the "
                  "mean: it is of differences to ")
        << (takesSample(*part) ? "the mean of some terms of the part"
                               : "the median of three terms of the part");
  part->x = terms.getX();
  rewriter.setInsertionPoint(op);
  OperandSpec pivot = makePivot(rewriter, *part);
  unsigned outputs = op.getNumOutputLoops();
  AffineMap each = rewriter.getMultiDimIdentityMap(outputs);
  AffineMap element =
      AffineMap::get(op.getNumLoops(), 0, each.getResults(), op.getContext());
  Value products = sumShifted(rewriter, op, terms.getX(), terms.getOthers(),
                              {pivot.value, pivot.map.compose(element)});
  Value others = sumShifted(rewriter, op, {}, terms.getOthers(), {});
  rewriter.replaceOp(
      op,
      emitPart(op, terms, {{products, each}, {others, each}, pivot}, rewriter));
}
