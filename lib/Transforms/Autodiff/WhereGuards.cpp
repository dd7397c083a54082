//===- WhereGuards.cpp - A where guard, moved to the reads ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WhereGuards.h"

#include "Neo/Dialect/Conditions.h"

using namespace mlir;
using namespace neo;

void neo::moveWhereIntoReads(ComputeSpec &spec, OpBuilder &b) {
  if (!spec.where)
    return;
  for (OperandSpec &operand : spec.operands) {
    operand.guard = conjoin(operand.guard, spec.where);
    Type element =
        cast<RankedTensorType>(operand.value.getType()).getElementType();
    if (!operand.pad)
      operand.pad = cast<TypedAttr>(b.getZeroAttr(element));
  }
  spec.where = {};
}
