//===- BodyWeights.cpp - The weights of the values in a body --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BodyWeights.h"

#include "Neo/Transforms/Algebra/ExpTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace neo;

WeightSet BodyWeights::of(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  WeightSet weights = compute(value);
  known[value] = weights;
  return weights;
}

WeightSet BodyWeights::compute(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return ofOperation(value.getDefiningOp());
  unsigned operand = argument.getArgNumber();
  AffineMap there = tensors.getIndexOf(op, operand, index);
  return there ? tensors.ofTensor(op.getOperand(operand), there) : 0;
}

/// Has a maximum been subtracted for another sum?
bool BodyWeights::isShifted(Value exponent) {
  auto difference = exponent.getDefiningOp<arith::SubFOp>();
  auto taken = difference ? dyn_cast<BlockArgument>(difference.getRhs())
                          : BlockArgument();
  return taken && tensors.isMaximum(op.getOperand(taken.getArgNumber()));
}

WeightSet BodyWeights::ofOperation(Operation *inner) {
  auto operand = [&](unsigned i) { return of(inner->getOperand(i)); };
  Value result = inner->getResult(0);
  if (result.getType() == tensors.getType()) {
    if (getNumber(result) == 0.0)
      return WeightSet::all();
    if (isa<arith::MulFOp>(inner))
      return operand(0).plus(operand(1));
    if (isa<arith::DivFOp>(inner))
      return operand(0).plus(operand(1).negative());
    if (isa<arith::NegFOp>(inner))
      return operand(0);
    if (isa<arith::AddFOp, arith::SubFOp>(inner))
      return operand(0).both(operand(1));
    if (isa<arith::SelectOp>(inner) && operand(0).contains(0))
      return operand(1).both(operand(2));
    if (isa<math::LogOp>(inner))
      return operand(0).isEmpty() ? WeightSet() : WeightSet(0);
  }
  for (Value value : inner->getOperands())
    if (!of(value).contains(0))
      return {};
  bool isExp = isa<math::ExpOp>(inner) &&
               result.getType() == tensors.getType() &&
               !isShifted(inner->getOperand(0));
  return isExp ? WeightSet(0).either(1) : WeightSet(0);
}

SmallVector<int, 3> BodyWeights::split(Operation *inner, int weight) {
  if (inner->getNumOperands() == 0)
    return {};
  if (inner->getResult(0).getType() != tensors.getType())
    return SmallVector<int, 3>(inner->getNumOperands(), 0);
  if (isa<arith::NegFOp>(inner))
    return {weight};
  if (isa<arith::AddFOp, arith::SubFOp>(inner))
    return {weight, weight};
  if (isa<arith::SelectOp>(inner))
    return {0, weight, weight};
  if (isa<math::LogOp>(inner))
    return {of(inner->getOperand(0)).smallest()};
  if (!isa<arith::MulFOp, arith::DivFOp>(inner))
    return SmallVector<int, 3>(inner->getNumOperands(), 0);
  // Of all possible splits the one with the smallest weights.
  int sign = isa<arith::DivFOp>(inner) ? -1 : 1;
  SmallVector<int, 3> best;
  WeightSet left = of(inner->getOperand(0)), right = of(inner->getOperand(1));
  for (int a = -WeightSet::most; a <= WeightSet::most; ++a) {
    int b = sign * (weight - a);
    if (left.contains(a) && right.contains(b) &&
        (best.empty() || a * a + b * b < best[0] * best[0] + best[1] * best[1]))
      best = {a, b};
  }
  return best;
}

void BodyWeights::list(Value value, int weight, Steps &steps) {
  if (steps.contains({value, weight}))
    return;
  if (Operation *inner = value.getDefiningOp()) {
    SmallVector<int, 3> weights = split(inner, weight);
    for (auto [operand, each] : llvm::zip(inner->getOperands(), weights))
      list(operand, each, steps);
  }
  steps.insert({value, weight});
}

bool BodyWeights::shifts(const Step &step) {
  Operation *inner = step.first.getDefiningOp();
  if (!inner || step.first.getType() != tensors.getType())
    return false;
  return (isa<math::ExpOp>(inner) && step.second != 0) ||
         (isa<math::LogOp>(inner) && split(inner, step.second)[0] != 0);
}

namespace {
/// Builds a body whose values have weights.
class ShiftedBody {
public:
  ShiftedBody(OpBuilder &b, BodyWeights &weights, Value m)
      : b(b), weights(weights), m(m) {}

  Value emit(const BodyWeights::Steps &steps, ValueRange arguments);

private:
  Value emit(Operation *inner, int weight);

  OpBuilder &b;
  BodyWeights &weights;
  Value m;
  DenseMap<std::pair<Value, int>, Value> values;
};
} // namespace

Value ShiftedBody::emit(Operation *inner, int weight) {
  Operation *copy = b.clone(*inner);
  Location loc = inner->getLoc();
  SmallVector<int, 3> split = weights.split(inner, weight);
  for (auto [i, operand] : llvm::enumerate(inner->getOperands()))
    copy->setOperand(i, values.lookup({operand, split[i]}));
  Value result = copy->getResult(0);
  if (isa<math::ExpOp>(copy) && weight != 0) {
    b.setInsertionPoint(copy);
    copy->setOperand(0, arith::SubFOp::create(b, loc, copy->getOperand(0), m));
    b.setInsertionPointAfter(copy);
  }
  if (!isa<math::LogOp>(copy) || split[0] == 0)
    return result;
  Value factor = arith::ConstantOp::create(
      b, loc, b.getFloatAttr(result.getType(), split[0]));
  Value shift =
      split[0] == 1 ? m : arith::MulFOp::create(b, loc, factor, m).getResult();
  return arith::AddFOp::create(b, loc, result, shift);
}

Value ShiftedBody::emit(const BodyWeights::Steps &steps, ValueRange arguments) {
  for (auto [value, weight] : steps) {
    Operation *inner = value.getDefiningOp();
    Value built = inner ? emit(inner, weight) : arguments.front();
    if (!inner)
      arguments = arguments.drop_front();
    values[{value, weight}] = built;
  }
  auto [yielded, weight] = steps.back();
  return values.lookup({yielded, weight});
}

Value BodyWeights::build(OpBuilder &b, const Steps &steps, ValueRange arguments,
                         Value m) {
  return ShiftedBody(b, *this, m).emit(steps, arguments);
}
