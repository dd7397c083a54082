//===- MeanPivot.cpp - Pivots for sums of differences ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "MeanPivot.h"

#include "PartBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Terms per sampled term.
constexpr int64_t termsEach = 128;
/// Contiguous elements that are sampled together: a cache line.
constexpr int64_t neighbours = 16;

/// The term of each element at the given steps of the reduction loops, 0 by
/// default.
static OperandSpec makeTerm(OpBuilder &b, const SummedValue &sum,
                            ArrayRef<int64_t> steps = {}) {
  ComputeSpec spec = specOfElements(sum.op, steps);
  if (auto argument = dyn_cast<BlockArgument>(sum.x))
    return spec.operands[argument.getArgNumber()];
  Value made =
      PartBuilder(sum.op, sum.x)
          .build(b, spec, {}, [&](OpBuilder &b, IRMapping &values, ValueRange) {
            return cloneExpression(b, sum.x, values);
          });
  return {made, b.getMultiDimIdentityMap(spec.type.getRank())};
}

/// The reduction loop along which the operand is contiguous, if any.
static std::optional<unsigned> findNeighbours(ComputeOp op) {
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand) {
    ArrayRef<AffineExpr> index = op.getMap(operand).getResults();
    if (index.empty())
      continue;
    auto last = dyn_cast<AffineDimExpr>(index.back());
    if (last && last.getPosition() >= op.getNumOutputLoops())
      return last.getPosition() - op.getNumOutputLoops();
  }
  return std::nullopt;
}

/// Steps of each reduction loop that a sample includes.
static SmallVector<int64_t> countSteps(ComputeOp op) {
  ArrayRef<int64_t> extents = op.getReductionExtents();
  int64_t left = 1;
  for (int64_t extent : extents)
    left *= extent;
  left = llvm::divideCeil(left, termsEach);
  SmallVector<int64_t> steps(extents.size(), 1);
  auto take = [&](unsigned loop, int64_t most) {
    int64_t more = std::min(most, extents[loop] / steps[loop]);
    steps[loop] *= more;
    left = llvm::divideCeil(left, more);
  };
  std::optional<unsigned> near = findNeighbours(op);
  if (near)
    take(*near, neighbours);
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (loop != near)
      take(loop, left);
  if (near)
    take(*near, left);
  return steps;
}

/// The sum of differences of a sample to `first`.
static Value sumSample(OpBuilder &b, const SummedValue &sum,
                       ArrayRef<int64_t> steps, OperandSpec first) {
  ComputeOp op = sum.op;
  unsigned outputs = op.getNumOutputLoops(), loops = op.getNumLoops();
  std::optional<unsigned> near = findNeighbours(op);
  AffineMap own = b.getMultiDimIdentityMap(loops);
  SmallVector<AffineExpr> terms(own.getResults());
  for (unsigned loop = 0; loop < steps.size(); ++loop)
    if (loop != near)
      terms[outputs + loop] = terms[outputs + loop] *
                              (op.getReductionExtents()[loop] / steps[loop]);
  ComputeSpec spec = getSpecWithoutBody(op);
  spec.reductionExtents.assign(steps.begin(), steps.end());
  for (OperandSpec &operand : spec.operands)
    operand.map = operand.map.replaceDimsAndSymbols(terms, {}, loops, 0);
  // A single pivot is a tensor of rank 0.
  first.map = first.map.compose(AffineMap::get(
      loops, 0, own.getResults().take_front(outputs), op.getContext()));
  return PartBuilder(op, sum.x).build(
      b, spec, first,
      [&](OpBuilder &b, IRMapping &values, ValueRange others) -> Value {
        Value term = cloneExpression(b, sum.x, values);
        return arith::SubFOp::create(b, op.getLoc(), term, others.front());
      });
}

bool neo::takesSample(const SummedValue &sum) {
  // For longer sums a median of three terms is too inaccurate.
  constexpr double mostTerms = 1024;
  return sum.count > mostTerms;
}

/// The mean of a sample.
static OperandSpec makeSampleMean(OpBuilder &b, const SummedValue &sum) {
  ComputeOp op = sum.op;
  OperandSpec first = makeTerm(b, sum);
  SmallVector<int64_t> steps = countSteps(op);
  double count = 1;
  for (int64_t step : steps)
    count *= double(step);
  AffineMap each = b.getMultiDimIdentityMap(op.getNumOutputLoops());
  OperandSpec sample{sumSample(b, sum, steps, first), each};
  auto body = [&](OpBuilder &b, IRMapping &, ValueRange values) -> Value {
    Value share = arith::ConstantOp::create(
        b, op.getLoc(), b.getFloatAttr(sum.x.getType(), 1 / count));
    Value mean = arith::MulFOp::create(b, op.getLoc(), values[1], share);
    return arith::AddFOp::create(b, op.getLoc(), values[0], mean);
  };
  Value pivot =
      PartBuilder(op, {}).build(b, specOfElements(op), {first, sample}, body);
  return {pivot, each};
}

/// The median of the first, the middle and the last term.
static OperandSpec makeMedian(OpBuilder &b, const SummedValue &sum) {
  ComputeOp op = sum.op;
  SmallVector<int64_t> middle, last;
  for (int64_t extent : op.getReductionExtents()) {
    middle.push_back(extent / 2);
    last.push_back(extent - 1);
  }
  auto body = [&](OpBuilder &b, IRMapping &, ValueRange terms) -> Value {
    Location loc = op.getLoc();
    Value less = arith::MinimumFOp::create(b, loc, terms[0], terms[1]);
    Value more = arith::MaximumFOp::create(b, loc, terms[0], terms[1]);
    Value most = arith::MinimumFOp::create(b, loc, more, terms[2]);
    return arith::MaximumFOp::create(b, loc, less, most);
  };
  Value pivot = PartBuilder(op, {}).build(
      b, specOfElements(op),
      {makeTerm(b, sum), makeTerm(b, sum, middle), makeTerm(b, sum, last)},
      body);
  return {pivot, b.getMultiDimIdentityMap(op.getNumOutputLoops())};
}

OperandSpec neo::makePivot(OpBuilder &b, const SummedValue &sum) {
  return takesSample(sum) ? makeSampleMean(b, sum) : makeMedian(b, sum);
}

Value neo::sumShifted(OpBuilder &b, ComputeOp op, ArrayRef<Value> powers,
                      ArrayRef<Value> others, OperandSpec pivot) {
  SmallVector<Value> roots(others);
  SmallVector<OperandSpec> more;
  if (!powers.empty()) {
    roots.push_back(powers.front());
    more.push_back(pivot);
  }
  auto body = [&](OpBuilder &b, IRMapping &values, ValueRange pivots) {
    Value product, t;
    if (!powers.empty())
      t = arith::SubFOp::create(b, op.getLoc(),
                                cloneExpression(b, powers.front(), values),
                                pivots.front());
    // Others first: their product is that of the sum without t.
    SmallVector<Value> factors;
    for (Value other : others)
      factors.push_back(cloneExpression(b, other, values));
    factors.append(powers.size(), t);
    for (Value factor : factors)
      product = product ? arith::MulFOp::create(b, op.getLoc(), product, factor)
                        : factor;
    return product;
  };
  return PartBuilder(op, roots).build(b, getSpecWithoutBody(op), more, body);
}
