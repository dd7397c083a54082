//===- ShiftedSums.cpp - Sums of exponentials that do not overflow --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A softmax and a log-sum-exp as they are defined overflow at 89 in f32:
//
//     %Z = neo.compute [i] sum [j] %X[i, j]           exp(x)
//     %Y = neo.compute [i, j] %X[i, j], %Z[i]         exp(x) / z
//     %L = neo.compute [i] %Z[i]                      log(z)
// -->
//     %T = neo.compute [i] max [j] %X[i, j]           x
//     %M = neo.compute [i] %T[i]                      min(max(t, -big), big)
//     %S = neo.compute [i] sum [j] %X[i, j], %M[i]    exp(x - m)
//     %Y = neo.compute [i, j] ...                     exp(x - m) / s
//     %L = neo.compute [i] %S[i], %M[i]               log(s) + m
//
// Exact in the reals for any M, and with the largest x no term is above 1 and
// one of them is 1. Readers of the sum get it divided by e^M, so each use has
// to be under a logarithm or in a product with an exponential that compensates
// the factor: ShiftWeights.h checks all readers, gradients included. The
// exponent in a dividend need not be the one that was summed, and a stored E =
// exp(X) is recomputed with M where needed. The shift by M is not replaced by
// log(z): exp(x - log(z)) would lose as many digits as m has before its point.
//
// M is clamped to finite numbers, so that infinite elements, and rows without
// terms, have the same results as before, where x - m = inf - inf would be NaN.
// Derivatives are taken before, so none is needed with respect to M.
//
// An exponent with a maximum subtracted already is kept (SummedExponent.h).
//
// Cost: one more sweep over the terms. The safe form is used whenever it is
// possible; the remark tells its cost.
//
//===----------------------------------------------------------------------===//

#include "BodyWeights.h"
#include "SummedExponent.h"

#include "Neo/Dialect/DeadCode.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Ties.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
class SumShifter {
public:
  SumShifter(ComputeOp sum, ArrayRef<Value> maxima, RewriterBase &rewriter,
             const AlgebraOptions &options)
      : sum(sum), rewriter(rewriter), options(options), weights(sum, maxima) {}

  /// Returns M, and adds it to `maxima`; null where the sum is kept.
  Value run();

private:
  void explain(bool canShift);
  Value emitFinite(Value tensor);
  Value emitTensor(Value tensor, int weight, AffineMap index);
  ComputeOp rebuild(ComputeOp op, int weight, AffineMap index);

  ComputeOp sum;
  RewriterBase &rewriter;
  const AlgebraOptions &options;
  ShiftWeights weights;
  Value maximum;
  DenseMap<std::tuple<Value, int, AffineMap>, Value> made;
};
} // namespace

void SumShifter::explain(bool canShift) {
  if (!options.explain)
    return;
  if (!canShift) {
    sum.emitRemark("its exponentials may overflow: a reader needs the sum "
                   "itself, other than as a divisor of an exponential or under "
                   "a logarithm");
    return;
  }
  AlgebraCost cost = options.cost;
  cost.elementBytes = getElementBytes(sum.getType());
  double cycles = cost.start + cost.ofPoints(getCostedPoints(sum), 1);
  sum.emitRemark("its exponentials are of differences to the largest exponent, "
                 "so that none overflows: finding that takes ")
      << int64_t(cycles) << " cycles";
}

/// `tensor` clamped to finite numbers.
Value SumShifter::emitFinite(Value tensor) {
  ComputeSpec spec;
  spec.type = sum.getType();
  unsigned rank = sum.getNumOutputLoops();
  spec.operands.push_back({tensor, rewriter.getMultiDimIdentityMap(rank)});
  spec.loops = getLoopNames(sum);
  spec.loops.resize(rank);
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) -> Value {
    auto type = cast<FloatType>(weights.getType());
    auto number = [&](bool negative) {
      return arith::ConstantOp::create(
          b, loc,
          b.getFloatAttr(
              type, APFloat::getLargest(type.getFloatSemantics(), negative)));
    };
    Value above = arith::MaximumFOp::create(b, loc, arguments[0], number(true));
    return arith::MinimumFOp::create(b, loc, above, number(false));
  };
  spec.body = body;
  return ComputeOp::create(rewriter, sum.getLoc(), spec);
}

/// `tensor` with a weight; built on demand.
Value SumShifter::emitTensor(Value tensor, int weight, AffineMap index) {
  if (weight == 0 && !weights.isScaled(tensor))
    return tensor;
  if (Value known = made.lookup({tensor, weight, index}))
    return known;
  auto op = tensor.getDefiningOp<ComputeOp>();
  AffineMap loops = AffineMap::get(op.getNumLoops(), 0, index.getResults(),
                                   rewriter.getContext());
  Value result = rebuild(op, weight, loops);
  made[{tensor, weight, index}] = result;
  return result;
}

ComputeOp SumShifter::rebuild(ComputeOp op, int weight, AffineMap index) {
  BodyWeights body(weights, op, index);
  BodyWeights::Steps steps;
  body.list(op.getYielded(), weight, steps);
  ComputeSpec spec = getSpecWithoutBody(op);
  SmallVector<OperandSpec> before = std::move(spec.operands);
  spec.operands.clear();
  for (auto [value, each] : steps) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      continue;
    OperandSpec operand = before[argument.getArgNumber()];
    if (AffineMap there =
            weights.getIndexOf(op, argument.getArgNumber(), index))
      operand.value = emitTensor(operand.value, each, there);
    spec.operands.push_back(operand);
  }
  bool shifts = llvm::any_of(
      steps, [&](const BodyWeights::Step &step) { return body.shifts(step); });
  if (shifts)
    spec.operands.push_back({maximum, index});
  auto build = [&](OpBuilder &b, Location, ValueRange arguments) {
    return body.build(b, steps, arguments, shifts ? arguments.back() : Value());
  };
  spec.body = build;
  rewriter.setInsertionPoint(op->isBeforeInBlock(sum) ? sum : op);
  auto rebuilt = ComputeOp::create(rewriter, op.getLoc(), spec);
  keepAttributes(op, rebuilt);
  return rebuilt;
}

Value SumShifter::run() {
  std::optional<SummedExponent> exponent = SummedExponent::of(sum);
  if (!exponent || exponent->isBounded(sum))
    return {};
  bool canShift = weights.findReaders();
  if (!canShift) {
    weights = ShiftWeights(sum, {});
    canShift = weights.findReaders();
  }
  explain(canShift);
  if (!canShift)
    return {};
  rewriter.setInsertionPoint(sum);
  maximum = emitFinite(exponent->emitLargest(rewriter, sum));
  SmallVector<std::pair<Value, Value>> replaced;
  for (ComputeOp op : weights.getReaders())
    replaced.push_back(
        {op.getResult(), rebuild(op, 0, *weights.findIndex(op))});
  // After all are built: the weights known of a value also hold for its
  // replacement.
  for (auto [value, other] : replaced)
    rewriter.replaceAllUsesWith(value, other);
  return maximum;
}

static void shiftSums(Block &block, RewriterBase &rewriter,
                      const AlgebraOptions &options) {
  SmallVector<Value> maxima;
  // Sums that earlier rewrites left without a reader would take the maxima that
  // they are shifted by with them when they are erased.
  dropDeadCode(block);
  for (Operation *op = &block.front(); op; op = op->getNextNode()) {
    auto sum = dyn_cast<ComputeOp>(op);
    Value maximum =
        sum ? SumShifter(sum, maxima, rewriter, options).run() : Value();
    if (!maximum)
      continue;
    op = maximum.getDefiningOp();
    dropDeadCode(block, op);
    // Readers that are built anew without the sum read no maximum either.
    if (!maximum.use_empty())
      maxima.push_back(maximum);
  }
  dropDeadCode(block);
}

void neo::shiftSums(Region &region, RewriterBase &rewriter,
                    const AlgebraOptions &options) {
  for (Block &block : region)
    if (!block.empty())
      ::shiftSums(block, rewriter, options);
}
