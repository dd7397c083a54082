//===- SubstitutionPrice.cpp - What a tensor never written saves ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SubstitutionPrice.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

namespace {
/// Adds up what is saved, and what is paid instead.
class Balance {
public:
  explicit Balance(const AlgebraPrice &price) : price(price) {}

  /// Moves `tensor`, which takes `elements`, `times` times less.
  void move(Value tensor, double elements, double times) {
    auto type = cast<RankedTensorType>(tensor.getType());
    double bytes = elements * getElementBytes(type);
    reward.bytes += times * bytes;
    reward.cycles += times * price.ofBytes(bytes);
  }
  /// Executes so many instructions less at each of `points`.
  void compute(double points, double instructions) {
    reward.instructions += points * instructions;
    reward.cycles += price.ofPoints(points, instructions);
  }
  void launch() {
    reward.launches += 1;
    reward.cycles += price.start;
  }
  const SubstitutionReward &get() const { return reward; }

private:
  const AlgebraPrice &price;
  SubstitutionReward reward;
};
} // namespace

/// Elements of `tensor` that `op` can touch: a slice is not all of it.
static double countElements(ComputeOp op, Value tensor) {
  return std::min(getPricedElements(op, tensor), getPricedPoints(op));
}

SubstitutionReward neo::rewardOf(ComputeOp producer,
                                 ArrayRef<ComputeOp> consumers, bool remains,
                                 const AlgebraPrice &price) {
  Balance saved(price);
  Value result = producer.getResult();
  double points = getPricedPoints(producer), body = getBodyCost(producer);
  llvm::SetVector<Value> operands(producer.getOperands().begin(),
                                  producer.getOperands().end());
  if (!remains) {
    saved.move(result, points, 1);
    for (Value operand : operands)
      saved.move(operand, countElements(producer, operand), 1);
    saved.compute(points, body + producer.getNumOperands() + 1);
    saved.launch();
  }
  for (ComputeOp consumer : consumers) {
    double evaluations = getPricedPoints(consumer), loads = -1;
    saved.move(result, std::min(points, evaluations), 1);
    for (Value operand : operands)
      if (!llvm::is_contained(consumer.getOperands(), operand)) {
        saved.move(operand, countElements(consumer, operand), -1);
        loads += 1;
      }
    saved.compute(evaluations, -(body + loads));
  }
  return saved.get();
}
