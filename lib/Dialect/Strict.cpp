//===- Strict.cpp - Programs that keep the order they are written in ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Strict.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

bool neo::isStrict(Operation *op) {
  for (; op; op = op->getParentOp())
    if (isa<ModuleOp>(op) && op->hasAttr(strictAttrName))
      return true;
  return false;
}
