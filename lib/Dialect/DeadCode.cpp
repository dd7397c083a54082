//===- DeadCode.cpp - Dead code of one block ------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/DeadCode.h"

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

void neo::dropDeadCode(Block &block, Operation *behind) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (&op == behind)
      return;
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}
