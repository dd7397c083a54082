//===- SelectedNumber.cpp - Which number selects a term -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SelectedNumber.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

/// The loop that `value` is the value of, converted or not.
static std::optional<unsigned> readLoop(Value value) {
  while (Operation *made = value.getDefiningOp()) {
    if (auto index = dyn_cast<IndexOp>(made))
      return index.getLoop();
    if (!isa<arith::IndexCastOp, arith::ExtSIOp>(made))
      return std::nullopt;
    value = made->getOperand(0);
  }
  return std::nullopt;
}

/// The argument that `value` is, converted or not.
static std::optional<unsigned> readArgument(Value value) {
  while (Operation *made = value.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::ExtSIOp>(made))
      return std::nullopt;
    value = made->getOperand(0);
  }
  return cast<BlockArgument>(value).getArgNumber();
}

/// Is `value` 0 wherever `test` fails? `known` has what was asked before.
static bool vanishes(Value value, Value test, DenseMap<Value, bool> &known) {
  if (value == test || matchPattern(value, m_AnyZeroFloat()) ||
      matchPattern(value, m_Zero()))
    return true;
  Operation *made = value.getDefiningOp();
  if (!made)
    return false;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  auto of = [&](unsigned operand) {
    return vanishes(made->getOperand(operand), test, known);
  };
  bool result = false;
  if (isa<arith::SelectOp>(made))
    result = of(2) && (of(0) || of(1));
  else if (isa<arith::MulFOp, arith::MulIOp, arith::AndIOp>(made))
    result = of(0) || of(1);
  else if (isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
               arith::OrIOp>(made))
    result = of(0) && of(1);
  else if (isa<arith::NegFOp, arith::DivFOp, arith::ExtFOp, arith::TruncFOp,
               arith::UIToFPOp, arith::ExtUIOp>(made))
    result = of(0);
  known[value] = result;
  return result;
}

/// Does the element's value occur in the body beside `test`?
static bool readsElsewhere(ComputeOp op, arith::CmpIOp test, unsigned loop) {
  for (auto index : op.getBodyBlock()->getOps<IndexOp>()) {
    if (index.getLoop() != loop)
      continue;
    Operation *reader = index;
    while (reader != test) {
      if (!reader->hasOneUse())
        return true;
      reader = *reader->user_begin();
      if (reader != test && !isa<arith::IndexCastOp, arith::ExtSIOp>(reader))
        return true;
    }
  }
  return false;
}

bool neo::dependsOn(const OperandSpec &operand, unsigned loop) {
  return operand.map.isFunctionOfDim(loop) ||
         (operand.isGuarded() &&
          llvm::any_of(operand.guard.getConstraints(), [&](AffineExpr each) {
            return each.isFunctionOfDim(loop);
          }));
}

std::optional<Selection> neo::findSelection(ComputeOp op) {
  SmallVector<OperandSpec> operands = getOperandSpecs(op);
  for (auto test : op.getBodyBlock()->getOps<arith::CmpIOp>()) {
    if (test.getPredicate() != arith::CmpIPredicate::eq)
      continue;
    for (bool swapped : {false, true}) {
      auto loop = readLoop(test->getOperand(swapped));
      if (!loop || *loop >= op.getNumOutputLoops())
        continue;
      auto number = readArgument(test->getOperand(!swapped));
      DenseMap<Value, bool> known;
      if (number && !readsElsewhere(op, test, *loop) &&
          llvm::none_of(operands,
                        [&](const OperandSpec &operand) {
                          return dependsOn(operand, *loop);
                        }) &&
          vanishes(op.getYielded(), test, known))
        return Selection{test, *number, *loop};
    }
  }
  return std::nullopt;
}
