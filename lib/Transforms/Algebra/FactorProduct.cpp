//===- FactorProduct.cpp - Products of the factors of a body --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FactorProduct.h"

#include "Neo/Dialect/RebuildCompute.h"

using namespace mlir;
using namespace neo;

void FactorProduct::multiplyBy(ComputeOp op, const ProductFactor &factor,
                               ArrayRef<int> loopOf, ValueRange &arguments) {
  IRMapping values;
  for (unsigned operand : factor.operands) {
    values.map(op.getBodyBlock()->getArgument(operand), arguments.front());
    arguments = arguments.drop_front();
  }
  for (const ProductFactor::Part &part : factor.parts) {
    Value value = cloneExpression(b, part.root, values, loopOf);
    if (value.getType() != type)
      value = arith::ExtFOp::create(b, loc, type, value);
    Value &side = part.inverse ? divisor : product;
    for (unsigned i = 0; i < part.power; ++i)
      side = multiply(side, value);
  }
}

Value FactorProduct::finish() const {
  Value dividend = product ? product : number(1);
  return divisor ? arith::DivFOp::create(b, loc, dividend, divisor).getResult()
                 : dividend;
}
