//===- CentredSums.cpp - Sums that need not wait for the mean -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A norm goes over a row for its mean, again for what is summed of differences
// to that, and a third time for its results:
//
//     %m = neo.compute [i] sum [j] %X[i, j]                      x / n
//     %v = neo.compute [i] sum [j] %X[i, j], %m[i]               (x - m)^2 / n
//     %s = neo.compute [i] sum [j] %D[i, j], %X[i, j], %m[i]     d * (x - m)
//
// With t = x - x0, where x0 is any one of the x, and a = sum t / n,
//
//     m = x0 + a,   v = (sum t * t - a * sum t) / n,   s = sum d * t - a * sum
//     d
//
// and none of these sums needs another: one time over the row instead of two,
// and the same for columns, of which a batch norm needs the statistics.
//
// Exact in the reals. In floats a difference of large numbers would remain with
// x0 = 0 if the mean is far from 0, as in the textbook's sum x^2 - n m^2. Not
// so with an x0 that is one of the terms: sum t * t is (1 + (m - x0)^2 / v) n
// v, the quotient is that of one term's deviation, 1 as a rule, and can be n -
// 1 at most, where all terms but x0 are equal. So six digits of v are right as
// a rule. In the worst case, with what sums of 1024 equal terms round, three
// are of a row, whose lanes are summed apart, and two of a column; of 50176
// terms none would be, and v might be negative. Longer sums stay as they are.
//
// x0 is the first term. A tensor is read there by whoever needs it; what would
// have to be computed becomes a tensor.
//
// Price: sum d, which norms have for the gradient of their offset anyway.
//
//===----------------------------------------------------------------------===//

#include "CentredTerms.h"

#include "Neo/Dialect/BodyValues.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Of longer sums one term says too little.
constexpr double mostTerms = 1024;

namespace {
/// A neo.compute made of values of the body of `op` and of other operands.
class PartBuilder {
public:
  /// `roots` are the values that `spec` computes something of.
  PartBuilder(ComputeOp op, ArrayRef<Value> roots) : op(op) {
    for (Value root : roots)
      collectArguments(root, needed);
  }

  using Body =
      llvm::function_ref<Value(OpBuilder &, IRMapping &, ValueRange others)>;
  /// `spec` has all operands of `op`, of which what is needed is kept; `others`
  /// follow.
  Value build(OpBuilder &b, ComputeSpec spec, ArrayRef<OperandSpec> others,
              Body body);

private:
  ComputeOp op;
  llvm::SetVector<Value> needed;
};

/// Moves a mean, and sums of differences to it, to its first term.
class MeanShifter {
public:
  MeanShifter(const SummedValue &sum, RewriterBase &rewriter)
      : sum(sum), rewriter(rewriter) {}

  /// Returns what gives the sum.
  Operation *shiftSum();
  /// Gives `op`, whose terms are centred, by sums that wait for nothing.
  void shift(ComputeOp op, const CentredTerms &terms);

private:
  void readFirst();
  Value sumOf(ComputeOp op, Value x, AffineMap index, ArrayRef<Value> others,
              unsigned power);
  Value emitResult(ComputeOp op, const CentredTerms &terms,
                   ArrayRef<OperandSpec> sums);
  Value number(OpBuilder &b, double value) {
    return arith::ConstantOp::create(b, loc(),
                                     b.getFloatAttr(sum.x.getType(), value));
  }
  Location loc() { return sum.op.getLoc(); }

  SummedValue sum;
  RewriterBase &rewriter;
  /// x0, for each element of the sum, and sum t.
  OperandSpec first;
  Value shifted;
};
} // namespace

Value PartBuilder::build(OpBuilder &b, ComputeSpec spec,
                         ArrayRef<OperandSpec> others, Body body) {
  SmallVector<OperandSpec> operands = std::move(spec.operands);
  spec.operands.clear();
  for (Value argument : needed)
    spec.operands.push_back(
        operands[cast<BlockArgument>(argument).getArgNumber()]);
  llvm::append_range(spec.operands, others);
  auto build = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values;
    values.map(needed.getArrayRef(), arguments.take_front(needed.size()));
    return body(b, values, arguments.drop_front(needed.size()));
  };
  spec.body = build;
  return ComputeOp::create(b, op.getLoc(), spec);
}

/// What has an element for each one of `op`, and its operands at the first step
/// of the loops that it reduces.
static ComputeSpec specOfElements(ComputeOp op) {
  MLIRContext *context = op.getContext();
  unsigned outputs = op.getNumOutputLoops();
  SmallVector<AffineExpr> loops;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    loops.push_back(loop < outputs ? getAffineDimExpr(loop, context)
                                   : getAffineConstantExpr(0, context));
  ComputeSpec spec;
  spec.type = op.getType();
  spec.loops = getLoopNames(op);
  spec.loops.resize(outputs);
  spec.operands = getOperandSpecs(op);
  for (OperandSpec &operand : spec.operands) {
    operand.map = operand.map.replaceDimsAndSymbols(loops, {}, outputs, 0);
    if (operand.guard)
      operand.guard =
          operand.guard.replaceDimsAndSymbols(loops, {}, outputs, 0);
  }
  return spec;
}

void MeanShifter::readFirst() {
  ComputeSpec spec = specOfElements(sum.op);
  if (auto argument = dyn_cast<BlockArgument>(sum.x)) {
    first = spec.operands[argument.getArgNumber()];
    return;
  }
  PartBuilder part(sum.op, sum.x);
  Value made = part.build(rewriter, spec, {},
                          [&](OpBuilder &b, IRMapping &values, ValueRange) {
                            return cloneExpression(b, sum.x, values);
                          });
  first = {made, rewriter.getMultiDimIdentityMap(spec.type.getRank())};
}

/// The sum of the product of `others` and of t, x less its first one at
/// `index`, to a power.
Value MeanShifter::sumOf(ComputeOp op, Value x, AffineMap index,
                         ArrayRef<Value> others, unsigned power) {
  SmallVector<Value> roots(others);
  SmallVector<OperandSpec> more;
  if (power > 0) {
    roots.push_back(x);
    more.push_back({first.value, first.map.compose(index)});
  }
  PartBuilder part(op, roots);
  auto body = [&](OpBuilder &b, IRMapping &values, ValueRange firsts) {
    Value product, t;
    if (power > 0)
      t = arith::SubFOp::create(b, loc(), cloneExpression(b, x, values),
                                firsts.front());
    // Others first: their product is that of the sum without t.
    SmallVector<Value> factors;
    for (Value other : others)
      factors.push_back(cloneExpression(b, other, values));
    factors.append(power, t);
    for (Value factor : factors)
      product =
          product ? arith::MulFOp::create(b, loc(), product, factor) : factor;
    return product;
  };
  return part.build(rewriter, getSpecWithoutBody(op), more, body);
}

/// m = x0 + sum t / n, times what the sum is of m.
Operation *MeanShifter::shiftSum() {
  ComputeOp op = sum.op;
  rewriter.setInsertionPoint(op);
  readFirst();
  AffineMap here = rewriter.getMultiDimIdentityMap(op.getNumLoops());
  AffineMap outputs = AffineMap::get(
      op.getNumLoops(), 0, here.getResults().take_front(op.getNumOutputLoops()),
      rewriter.getContext());
  shifted = sumOf(op, sum.x, outputs, {}, 1);
  ComputeSpec spec = specOfElements(op);
  OperandSpec total{shifted,
                    rewriter.getMultiDimIdentityMap(op.getNumOutputLoops())};
  auto body = [&](OpBuilder &b, IRMapping &, ValueRange arguments) -> Value {
    // n x0 + sum t where nobody has divided yet.
    bool isMean = sum.isShare(sum.factor);
    Value scaled =
        arith::MulFOp::create(b, loc(), arguments[isMean],
                              number(b, isMean ? 1 / sum.count : sum.count));
    Value all = arith::AddFOp::create(b, loc(), scaled, arguments[!isMean]);
    if (isMean || sum.factor == 1)
      return all;
    return arith::MulFOp::create(b, loc(), all, number(b, sum.factor));
  };
  Value mean = PartBuilder(op, {}).build(rewriter, spec, {first, total}, body);
  rewriter.replaceAllUsesExcept(op.getResult(), mean, mean.getDefiningOp());
  return mean.getDefiningOp();
}

/// What the sums of a product and of its rest amount to.
Value MeanShifter::emitResult(ComputeOp op, const CentredTerms &terms,
                              ArrayRef<OperandSpec> sums) {
  SmallVector<Value> roots;
  for (const CentredTerms::Factor &factor : terms.getShared())
    roots.push_back(factor.value);
  PartBuilder part(op, roots);
  auto body = [&](OpBuilder &b, IRMapping &values, ValueRange all) -> Value {
    Value mean =
        arith::MulFOp::create(b, loc(), all[1], number(b, 1 / sum.count));
    Value less = arith::MulFOp::create(b, loc(), mean, all.back());
    Value result =
        terms.isNegative()
            ? arith::SubFOp::create(b, loc(), less, all[0]).getResult()
            : arith::SubFOp::create(b, loc(), all[0], less).getResult();
    for (const CentredTerms::Factor &factor : terms.getShared()) {
      Value other = cloneExpression(b, factor.value, values);
      result = factor.inverse
                   ? arith::DivFOp::create(b, loc(), result, other).getResult()
                   : arith::MulFOp::create(b, loc(), result, other).getResult();
    }
    return result;
  };
  return part.build(rewriter, specOfElements(op), sums, body);
}

void MeanShifter::shift(ComputeOp op, const CentredTerms &terms) {
  rewriter.setInsertionPoint(op);
  AffineMap each = rewriter.getMultiDimIdentityMap(op.getNumOutputLoops());
  AffineMap index =
      AffineMap::get(op.getNumOutputLoops(), 0, terms.getIndex().getResults(),
                     rewriter.getContext());
  Value products = sumOf(op, terms.getX(), terms.getIndex(), terms.getOthers(),
                         terms.power());
  SmallVector<OperandSpec> sums{{products, each}, {shifted, index}};
  // Of squares the rest is t itself.
  if (terms.power() == 1)
    sums.push_back({sumOf(op, {}, {}, terms.getOthers(), 0), each});
  rewriter.replaceOp(op, emitResult(op, terms, sums));
}

/// Returns what gives the sum now; null where it stays as it is.
static Operation *centreSum(ComputeOp op, RewriterBase &rewriter,
                            const AlgebraOptions &options) {
  std::optional<SummedValue> sum = SummedValue::of(op);
  if (!sum || sum->count < 2 || sum->count > mostTerms)
    return nullptr;
  SmallVector<std::pair<ComputeOp, CentredTerms>> centred;
  for (ComputeOp reader : sum->findReaders())
    if (CentredTerms terms(reader, *sum); terms.isCentred())
      centred.push_back({reader, terms});
  if (centred.empty())
    return nullptr;
  if (options.explain)
    op.emitRemark("sums of differences to the mean do not wait for it: they "
                  "are of differences to the first term, ")
        << centred.size() << " of them";
  MeanShifter shifter(*sum, rewriter);
  Operation *mean = shifter.shiftSum();
  for (auto &[reader, terms] : centred)
    shifter.shift(reader, terms);
  rewriter.eraseOp(op);
  return mean;
}

void neo::centreSums(Region &region, RewriterBase &rewriter,
                     const AlgebraOptions &options) {
  for (Block &block : region)
    for (Operation *op = block.empty() ? nullptr : &block.front(); op;
         op = op->getNextNode())
      if (auto sum = dyn_cast<ComputeOp>(op))
        if (Operation *mean = centreSum(sum, rewriter, options))
          op = mean;
}
