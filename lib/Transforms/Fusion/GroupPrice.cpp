//===- GroupPrice.cpp - What a kernel of several statements saves ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GroupPrice.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

/// What stays in the second-level cache from one kernel to the next.
constexpr double keptBytes = 256 * 1024;

/// Bytes of `value` that come from memory, or go there.
static double trafficOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  double bytes = double(type.getNumElements()) * getElementBytes(type);
  return bytes > keptBytes ? bytes : 0;
}

/// Bytes that one kernel of `statements` moves.
static double trafficOf(ArrayRef<ComputeOp> statements) {
  llvm::SetVector<Value> moved;
  for (ComputeOp op : statements) {
    for (Value operand : op.getOperands())
      if (!llvm::is_contained(statements, operand.getDefiningOp<ComputeOp>()))
        moved.insert(operand);
    if (isUsedOutside(op.getResult(), statements))
      moved.insert(op.getResult());
  }
  double bytes = 0;
  for (Value value : moved)
    bytes += trafficOf(value);
  return bytes;
}

/// Launches that follow a kernel: one per sum over rows.
static double countSums(const KernelGroup &group) {
  double sums = 0;
  for (unsigned s = 0; s < group.statements.size(); ++s)
    sums += llvm::any_of(group.shared, [&](const auto &loop) {
      return loop.loops[s] >=
             ComputeOp(group.statements[s]).getNumOutputLoops();
    });
  return sums;
}

GroupReward neo::rewardOf(const KernelGroup &group,
                          ArrayRef<ArrayRef<ComputeOp>> parts) {
  GroupReward reward;
  reward.bytes = -trafficOf(group.statements);
  reward.launches = -1;
  for (ArrayRef<ComputeOp> part : parts) {
    reward.bytes += trafficOf(part);
    reward.launches += 1;
  }
  // Kernels that already sum rows have paid for it.
  if (parts.size() == group.statements.size())
    reward.launches -= countSums(group);
  return reward;
}
