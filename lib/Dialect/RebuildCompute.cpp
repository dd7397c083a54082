//===- RebuildCompute.cpp - A neo.compute taken apart to be built anew ----===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/RebuildCompute.h"

using namespace mlir;
using namespace neo;

ComputeSpec neo::getSpecWithoutBody(ComputeOp op) {
  ComputeSpec spec;
  spec.operands = getOperandSpecs(op);
  spec.type = op.getType();
  spec.kind = op.getKind();
  spec.reductionExtents = llvm::to_vector(op.getReductionExtents());
  spec.where = op.getWhereSet();
  spec.loops = getLoopNames(op);
  return spec;
}

Value neo::cloneBody(OpBuilder &b, ComputeOp op, IRMapping &values) {
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    b.clone(inner, values);
  return values.lookupOrDefault(op.getYielded());
}

Value neo::cloneBody(OpBuilder &b, ComputeOp op, ValueRange arguments) {
  IRMapping values;
  values.map(op.getBodyBlock()->getArguments(), arguments);
  return cloneBody(b, op, values);
}
