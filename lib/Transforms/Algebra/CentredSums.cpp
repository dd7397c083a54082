//===- CentredSums.cpp - Sums of differences to a pivot -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A norm sweeps a row for its mean, again for sums of differences to the mean,
// and a third time for its results:
//
//     %m = neo.compute [i] sum [j] %X[i, j]                      x / n
//     %v = neo.compute [i] sum [j] %X[i, j], %m[i]               (x - m)^2 / n
//     %s = neo.compute [i] sum [j] %D[i, j], %X[i, j], %m[i]     d * (x - m)
//
// With t = x - p, where p is any one number, and a = sum t / n,
//
//     m = p + a,   v = (sum t * t - a * sum t) / n,   s = sum d * t - a * sum d
//
// and these sums are independent: one sweep over the row instead of two;
// likewise for columns, whose statistics a batch norm needs.
//
// Exact in the reals. In floats a difference of large numbers would remain with
// p = 0 if the mean is far from 0, as in the textbook's sum x^2 - n m^2. Not so
// with a p that is the median of three terms, or the mean of some
// (MeanPivot.h): sum t * t is (1 + (m - p)^2 / v) n v, and the quotient is that
// of one term's deviation, less than 1 as a rule, wherever one term far from
// all others stands, and at most half the number of terms, where two of the
// three are far and all others equal. So six digits of v are right as a rule.
// In the worst case, with what sums of 1024 equal terms round, three are of a
// row, whose lanes are summed apart, and two of a column.
//
// Cost: sum d, which norms have for the gradient of their offset anyway. Where
// all sweeps are one kernel that holds the terms in registers, as on a GPU
// (`residentTerms`), the second sweep costs no memory access, and the mean is
// subtracted as it is written.
//
//===----------------------------------------------------------------------===//

#include "CentredParts.h"
#include "CentredTerms.h"
#include "MeanPivot.h"
#include "PartBuilder.h"

#include "Neo/Transforms/Algebra/ProductTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
/// Rewrites a mean, and sums of differences to it, with a pivot.
class MeanShifter {
public:
  MeanShifter(const SummedValue &sum, RewriterBase &rewriter)
      : sum(sum), rewriter(rewriter) {}

  /// Returns the operation that replaces the sum.
  Operation *shiftSum();
  /// Replaces `op`, whose terms are centred, by sums that do not depend on the
  /// mean.
  void shift(ComputeOp op, const CentredTerms &terms);

private:
  OperandSpec pivotAt(AffineMap index) {
    return {pivot.value, pivot.map.compose(index)};
  }
  Value emitResult(ComputeOp op, const CentredTerms &terms,
                   ArrayRef<OperandSpec> sums);
  Value number(OpBuilder &b, double value) {
    return arith::ConstantOp::create(b, loc(),
                                     b.getFloatAttr(sum.x.getType(), value));
  }
  Location loc() { return sum.op.getLoc(); }

  SummedValue sum;
  RewriterBase &rewriter;
  /// p, for each element of the sum, and sum t.
  OperandSpec pivot;
  Value shifted;
};
} // namespace

/// m = p + sum t / n, times what the sum is of m.
Operation *MeanShifter::shiftSum() {
  ComputeOp op = sum.op;
  rewriter.setInsertionPoint(op);
  pivot = makePivot(rewriter, sum);
  AffineMap here = rewriter.getMultiDimIdentityMap(op.getNumLoops());
  AffineMap outputs = AffineMap::get(
      op.getNumLoops(), 0, here.getResults().take_front(op.getNumOutputLoops()),
      rewriter.getContext());
  shifted = sumShifted(rewriter, op, {sum.x}, {}, pivotAt(outputs));
  ComputeSpec spec = specOfElements(op);
  OperandSpec total{shifted,
                    rewriter.getMultiDimIdentityMap(op.getNumOutputLoops())};
  auto body = [&](OpBuilder &b, IRMapping &, ValueRange arguments) -> Value {
    // n p + sum t if the sum is not divided by n yet.
    bool isMean = sum.isReciprocalOfCount(sum.factor);
    Value scaled =
        arith::MulFOp::create(b, loc(), arguments[isMean],
                              number(b, isMean ? 1 / sum.count : sum.count));
    Value all = arith::AddFOp::create(b, loc(), scaled, arguments[!isMean]);
    if (isMean || sum.factor == 1)
      return all;
    return arith::MulFOp::create(b, loc(), all, number(b, sum.factor));
  };
  Value mean = PartBuilder(op, {}).build(rewriter, spec, {pivot, total}, body);
  rewriter.replaceAllUsesExcept(op.getResult(), mean, mean.getDefiningOp());
  return mean.getDefiningOp();
}

/// Combines the sums of a product and of its rest.
Value MeanShifter::emitResult(ComputeOp op, const CentredTerms &terms,
                              ArrayRef<OperandSpec> sums) {
  PartBuilder part(op, terms.getSharedValues());
  auto body = [&](OpBuilder &b, IRMapping &values, ValueRange all) -> Value {
    Value mean =
        arith::MulFOp::create(b, loc(), all[1], number(b, 1 / sum.count));
    Value less = arith::MulFOp::create(b, loc(), mean, all.back());
    return terms.finish(b, all[0], less, values);
  };
  return part.build(rewriter, specOfElements(op), sums, body);
}

void MeanShifter::shift(ComputeOp op, const CentredTerms &terms) {
  rewriter.setInsertionPoint(op);
  AffineMap each = rewriter.getMultiDimIdentityMap(op.getNumOutputLoops());
  AffineMap index =
      AffineMap::get(op.getNumOutputLoops(), 0, terms.getIndex().getResults(),
                     rewriter.getContext());
  SmallVector<Value> powers(terms.power(), terms.getX());
  Value products = sumShifted(rewriter, op, powers, terms.getOthers(),
                              pivotAt(terms.getIndex()));
  SmallVector<OperandSpec> sums{{products, each}, {shifted, index}};
  // For squares the rest is t itself.
  if (terms.power() == 1)
    sums.push_back({sumShifted(rewriter, op, {}, terms.getOthers(), {}), each});
  rewriter.replaceOp(op, emitResult(op, terms, sums));
}

/// Returns the operation that replaces the sum; null where it is kept.
static Operation *centreSum(ComputeOp op, RewriterBase &rewriter,
                            const AlgebraOptions &options,
                            int64_t residentTerms) {
  std::optional<SummedValue> sum = SummedValue::of(op);
  if (!sum || sum->count < 2 || sum->count <= double(residentTerms))
    return nullptr;
  SmallVector<std::pair<ComputeOp, CentredTerms>> centred;
  for (ComputeOp reader : sum->findReaders())
    if (CentredTerms terms(reader, *sum); terms.isCentred())
      centred.push_back({reader, terms});
    else if (terms.isCentredPart())
      centrePart(reader, terms, rewriter, options);
  if (centred.empty())
    return nullptr;
  if (options.explain)
    op.emitRemark("sums of differences to the mean do not wait for it: they "
                  "are of differences to ")
        << (takesSample(*sum) ? "the mean of some terms"
                              : "the median of three terms")
        << ", " << centred.size() << " of them";
  MeanShifter shifter(*sum, rewriter);
  Operation *mean = shifter.shiftSum();
  for (auto &[reader, terms] : centred)
    shifter.shift(reader, terms);
  rewriter.eraseOp(op);
  return mean;
}

void neo::centreSums(Region &region, RewriterBase &rewriter,
                     const AlgebraOptions &options, int64_t residentTerms) {
  for (Block &block : region)
    for (Operation *op = block.empty() ? nullptr : &block.front(); op;
         op = op->getNextNode())
      if (auto sum = dyn_cast<ComputeOp>(op))
        if (Operation *mean = centreSum(sum, rewriter, options, residentTerms))
          op = mean;
}
