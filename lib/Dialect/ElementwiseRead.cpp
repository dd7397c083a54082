//===- ElementwiseRead.cpp - Reads of the reader's own element ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/ElementwiseRead.h"

using namespace mlir;
using namespace neo;

bool neo::readsOwnElement(ComputeOp op, unsigned operand) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  if (op.getGuard(operand) || op.getOperandType(operand).getShape() != shape)
    return false;
  for (auto [d, index] : llvm::enumerate(op.getMap(operand).getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    bool isOwn = loop && loop.getPosition() == d;
    if (!isOwn && shape[d] != 1)
      return false;
  }
  return true;
}
