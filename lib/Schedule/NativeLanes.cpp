//===- NativeLanes.cpp - Elements of a vector -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Positions.h"
#include "Neo/Schedule/NarrowPositions.h"
#include "Neo/Schedule/Schedule.h"

using namespace mlir;
using namespace neo;

/// Values that are used by tests of positions only, which are done in 32 bits.
static llvm::SmallPtrSet<Operation *, 8> findTests(const LoopNest &nest) {
  llvm::SmallPtrSet<Operation *, 8> tests;
  ComputeOp op = nest.op;
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    if (PositionTest::match(&inner, nest))
      tests.insert(&inner);
  return tests;
}

int64_t neo::countNativeLanes(const LoopNest &nest, const TargetModel &target) {
  llvm::SmallPtrSet<Operation *, 8> narrow = findTests(nest);
  auto isTested = [&](Value value) {
    return !value.use_empty() &&
           llvm::all_of(value.getUsers(),
                        [&](Operation *user) { return narrow.contains(user); });
  };
  unsigned bits = 8;
  auto widen = [&](Type type) {
    if (type.isIntOrFloat())
      bits = std::max(bits, type.getIntOrFloatBitWidth());
    else
      bits = 64; // index
  };
  ComputeOp op = nest.op;
  if (!findsPosition(op.getKind()) || !countsIn32Bits(nest))
    widen(op.getType().getElementType());
  for (Value argument : op.getBodyBlock()->getArguments())
    if (!isTested(argument))
      widen(argument.getType());
  for (Operation &inner :
       llvm::reverse(op.getBodyBlock()->without_terminator()))
    if (inner.getNumResults() == 1 && isTested(inner.getResult(0)))
      narrow.insert(&inner);
    else
      for (Type type : inner.getResultTypes())
        widen(type);
  return std::max<int64_t>(1, target.vectorBytes * 8 / std::max(bits, 32u));
}
