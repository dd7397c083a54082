//===- SummedProducts.cpp - Sums of products of two tensors ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/SummedProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

BlockArgument neo::findArgument(Value value) {
  if (auto wider = value.getDefiningOp<arith::ExtFOp>())
    value = wider.getIn();
  return dyn_cast<BlockArgument>(value);
}

/// Does the body yield the product of its two arguments?
static bool yieldsProduct(ComputeOp op) {
  auto product = op.getYielded().getDefiningOp<arith::MulFOp>();
  if (!product || op.getNumOperands() != 2)
    return false;
  BlockArgument a = findArgument(product.getLhs());
  BlockArgument b = findArgument(product.getRhs());
  return a && b && a != b;
}

static bool isZeroOutside(ComputeOp op, unsigned operand) {
  auto pad = dyn_cast_or_null<FloatAttr>(op.getPad(operand));
  return !op.getGuard(operand) || (pad && pad.getValue().isZero());
}

bool neo::sumsProducts(ComputeOp op) {
  return op.getKind() == ReductionKind::sum && yieldsProduct(op) &&
         isZeroOutside(op, 0) && isZeroOutside(op, 1);
}
