//===- BodyValues.cpp - What a value of a body is made of -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/BodyValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

static void addParts(Value value, SetVector<Value> &parts) {
  if (parts.contains(value))
    return;
  if (Operation *made = value.getDefiningOp())
    for (Value operand : made->getOperands())
      addParts(operand, parts);
  parts.insert(value);
}

SetVector<Value> neo::getParts(Value value) {
  SetVector<Value> parts;
  addParts(value, parts);
  return parts;
}

void neo::collectArguments(Value value, SetVector<Value> &arguments) {
  for (Value part : getParts(value))
    if (isa<BlockArgument>(part))
      arguments.insert(part);
}

static bool isSame(ComputeOp op, BlockArgument argument) {
  unsigned operand = argument.getArgNumber();
  for (unsigned loop = op.getNumOutputLoops(); loop < op.getNumLoops(); ++loop)
    if (op.getMap(operand).isFunctionOfDim(loop))
      return false;
  return !op.getGuard(operand);
}

bool neo::isSameInAllTerms(ComputeOp op, Value value) {
  return llvm::all_of(getParts(value), [&](Value part) {
    auto argument = dyn_cast<BlockArgument>(part);
    return argument ? isSame(op, argument) : !part.getDefiningOp<IndexOp>();
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

unsigned ProductsApart::countFactors(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  unsigned count = 1;
  if (Operation *made = value.getDefiningOp();
      isa_and_nonnull<arith::MulFOp, arith::DivFOp, arith::NegFOp>(made)) {
    count = 0;
    for (Value operand : made->getOperands())
      count += countFactors(operand);
  }
  return known[value] = std::min(count, mostFactors + 1);
}
