//===- NativeLanes.cpp - How many elements a vector holds -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/Schedule.h"

using namespace mlir;
using namespace neo;

int64_t neo::countNativeLanes(const LoopNest &nest, const TargetModel &target) {
  unsigned bits = 8;
  auto widen = [&](Type type) {
    if (type.isIntOrFloat())
      bits = std::max(bits, type.getIntOrFloatBitWidth());
    else
      bits = 64; // index
  };
  ComputeOp op = nest.op;
  widen(op.getType().getElementType());
  for (Value argument : op.getBodyBlock()->getArguments())
    widen(argument.getType());
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    for (Type type : inner.getResultTypes())
      widen(type);
  return std::max<int64_t>(1, target.vectorBytes * 8 / std::max(bits, 32u));
}
