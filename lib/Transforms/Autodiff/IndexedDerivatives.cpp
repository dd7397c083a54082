//===- IndexedDerivatives.cpp - Derivatives at indices of data ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/IndexedDerivatives.h"

#include "Neo/Dialect/IndexedAccess.h"
#include "Neo/Dialect/Role.h"

using namespace mlir;
using namespace neo;

Value neo::buildIndexedAdjoint(OpBuilder &b, Operation *op, Value cotangent) {
  Location place = withRole(op->getLoc(), "gradient of operand #0");
  Operation *adjoint;
  if (auto gather = dyn_cast<GatherOp>(op))
    adjoint = ScatterAddOp::create(b, place, gather.getSourceType(), cotangent,
                                   IndexedAccess::get(gather));
  else
    adjoint =
        GatherOp::create(b, place, cast<ScatterAddOp>(op).getSourceType(),
                         cotangent, IndexedAccess::get(cast<ScatterAddOp>(op)));
  // Attributes hold the names of indices for error messages.
  adjoint->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return adjoint->getResult(0);
}

Value neo::buildIndexedTangent(OpBuilder &b, Operation *op, Value tangent) {
  Operation *clone = b.clone(*op);
  clone->setOperand(0, tangent);
  return clone->getResult(0);
}
