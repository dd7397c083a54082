//===- IndexedDerivatives.cpp - Derivatives at indices of data ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/IndexedDerivatives.h"

#include "Neo/Dialect/IndexedAccess.h"

using namespace mlir;
using namespace neo;

Value neo::buildIndexedAdjoint(OpBuilder &b, Operation *op, Value cotangent) {
  Operation *adjoint;
  if (auto gather = dyn_cast<GatherOp>(op))
    adjoint = ScatterAddOp::create(b, op->getLoc(), gather.getSourceType(),
                                   cotangent, IndexedAccess::get(gather));
  else
    adjoint = GatherOp::create(
        b, op->getLoc(), cast<ScatterAddOp>(op).getSourceType(), cotangent,
        IndexedAccess::get(cast<ScatterAddOp>(op)));
  // Indices keep their names in errors.
  adjoint->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return adjoint->getResult(0);
}

Value neo::buildIndexedTangent(OpBuilder &b, Operation *op, Value tangent) {
  Operation *clone = b.clone(*op);
  clone->setOperand(0, tangent);
  return clone->getResult(0);
}
