//===- AlgebraCost.cpp - Cost of an operator before scheduling ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/AlgebraCost.h"

#include "Neo/Dialect/Batch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace neo;

/// Bytes of a vector register.
constexpr double vectorBytes = 64;
/// The largest tensor that stays in L2, and the bytes per cycle from there.
constexpr double secondLevel = 704 * 1024, secondLevelRate = 32;
constexpr double lastLevel = 16 * 1024 * 1024;
/// Largest ratio of costs at which a rewrite pays.
constexpr double leastGain = 0.9;
/// The extent that a batch of dynamic size counts as.
constexpr int64_t costedBatch = 64;

// A cycle is the time of one vector instruction.
AlgebraCost::AlgebraCost(const MachineRates &rates)
    : start(rates.launch * rates.vectors),
      lastLevelRate(rates.cache / rates.vectors),
      memoryRate(rates.memory / rates.vectors) {}

double AlgebraCost::ofPoints(double points, double operations) const {
  return points * operations * elementBytes / vectorBytes;
}

double AlgebraCost::ofBytes(double bytes) const {
  if (bytes <= secondLevel)
    return bytes / secondLevelRate;
  return bytes / (bytes <= lastLevel ? lastLevelRate : memoryRate);
}

bool AlgebraCost::isFar(double bytes) const { return bytes > lastLevel; }

bool neo::isWorth(double rewritten, double before) {
  return rewritten < leastGain * before;
}

double neo::getOperationCost(Operation &op) {
  if (isa<arith::ConstantOp, IndexOp>(op))
    return 0;
  if (isa<arith::DivFOp, arith::RemFOp, math::SqrtOp, math::RsqrtOp>(op))
    return 4;
  if (isa<math::AbsFOp, math::FmaOp, math::CopySignOp>(op))
    return 1;
  return isa<math::MathDialect>(op.getDialect()) ? 12 : 1;
}

double neo::getBodyCost(ComputeOp op) {
  double cost = 0;
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    cost += getOperationCost(inner);
  return cost;
}

SmallVector<int64_t> neo::getCostedExtents(ComputeOp op) {
  SmallVector<int64_t> extents = op.getExtents();
  if (std::optional<int64_t> batch = getBatch(op))
    llvm::replace(extents, *batch, costedBatch);
  return extents;
}

double neo::getCostedPoints(ComputeOp op) {
  double points = 1;
  for (int64_t extent : getCostedExtents(op))
    points *= std::max<int64_t>(extent, 1);
  return points;
}

double neo::getCostedElements(ComputeOp op, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  double elements = type.getNumElements();
  std::optional<int64_t> batch = getBatch(op);
  return isBatched(type, batch) ? elements * costedBatch / *batch : elements;
}
