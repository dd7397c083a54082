//===- BodyValues.cpp - What a value of a body is made of -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/BodyValues.h"

using namespace mlir;
using namespace neo;

void neo::collectArguments(Value value, SetVector<Value> &arguments) {
  if (isa<BlockArgument>(value)) {
    arguments.insert(value);
    return;
  }
  for (Value operand : value.getDefiningOp()->getOperands())
    collectArguments(operand, arguments);
}

bool neo::isSameInAllTerms(ComputeOp op, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned operand = argument.getArgNumber();
    for (unsigned loop = op.getNumOutputLoops(); loop < op.getNumLoops();
         ++loop)
      if (op.getMap(operand).isFunctionOfDim(loop))
        return false;
    return !op.getGuard(operand);
  }
  Operation *made = value.getDefiningOp();
  return !isa<IndexOp>(made) &&
         llvm::all_of(made->getOperands(), [&](Value operand) {
           return isSameInAllTerms(op, operand);
         });
}

bool neo::waitsForStatement(ComputeOp op, Value value) {
  SetVector<Value> arguments;
  collectArguments(value, arguments);
  return llvm::any_of(arguments, [&](Value argument) {
    unsigned operand = cast<BlockArgument>(argument).getArgNumber();
    return isSameInAllTerms(op, argument) &&
           op.getOperand(operand).getDefiningOp<ComputeOp>();
  });
}
