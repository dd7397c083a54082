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
static double bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  double bytes = double(type.getNumElements()) * getElementBytes(type);
  return bytes > keptBytes ? bytes : 0;
}

Traffic neo::trafficOf(ArrayRef<ComputeOp> statements) {
  llvm::SetVector<Value> read;
  Traffic traffic;
  for (ComputeOp op : statements) {
    for (Value operand : op.getOperands())
      if (!llvm::is_contained(statements, operand.getDefiningOp<ComputeOp>()))
        read.insert(operand);
    if (isUsedOutside(op.getResult(), statements))
      traffic.written += bytesOf(op.getResult());
  }
  for (Value value : read)
    traffic.read += bytesOf(value);
  return traffic;
}

bool neo::runTogether(Traffic a, Traffic b) {
  constexpr double pastCaches = double(int64_t(8) << 20);
  auto meet = [&](Traffic reader, Traffic writer) {
    return reader.written == 0 && writer.read == 0 &&
           std::min(reader.read, writer.written) >= pastCaches;
  };
  return meet(a, b) || meet(b, a);
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
  reward.bytes = -trafficOf(group.statements).bytes();
  reward.launches = -1;
  SmallVector<Traffic> separate;
  for (ArrayRef<ComputeOp> part : parts) {
    separate.push_back(trafficOf(part));
    reward.bytes += separate.back().bytes();
    reward.launches += 1;
  }
  if (parts.size() == 2 && runTogether(separate[0], separate[1]))
    reward.bytes += 0.5 * std::min(separate[0].bytes(), separate[1].bytes());
  // Kernels that already sum rows have paid for it.
  if (parts.size() == group.statements.size())
    reward.launches -= countSums(group);
  return reward;
}
