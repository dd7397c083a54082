//===- StepEquality.cpp - What two steps compute alike --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StepEquality.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace neo;

/// Is `other` what `op` is, on equal operands?
bool StepEquality::isEqual(Operation &op, Operation &other) {
  auto areSame = [&](Value a, Value b) -> LogicalResult {
    return success(a == b || equal.lookupOrNull(a) == b);
  };
  return OperationEquivalence::isEquivalentTo(
      &op, &other, areSame,
      [&](Value a, Value b) {
        if (a.getParentRegion() != op.getParentRegion())
          equal.map(a, b);
      },
      OperationEquivalence::IgnoreLocations);
}

SmallVector<Operation *> StepEquality::findOperations() {
  SmallVector<Operation *> found;
  for (Operation &op : second.front().without_terminator()) {
    bool mayBe = isPure(&op) && !isa<WaitOp>(op) &&
                 llvm::all_of(op.getOperands(),
                              [&](Value v) { return equal.contains(v); });
    if (!mayBe)
      continue;
    for (Operation &other : first.front().without_terminator())
      if (isEqual(op, other)) {
        equal.map(op.getResults(), other.getResults());
        found.push_back(&op);
        break;
      }
  }
  return found;
}
