//===- ScanDerivatives.cpp - Derivatives of loops over time ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ScanDerivatives.h"

#include "Cotangents.h"
#include "StepFunctions.h"

#include "Neo/Dialect/Identities.h"
#include "Neo/Transforms/Autodiff/FunctionReplay.h"

using namespace mlir;
using namespace neo;

func::FuncOp neo::prepareStep(ScanOp op, ValueRange operands, IsActive isActive,
                              ModuleFunctions &functions) {
  func::FuncOp step = op.lookupStep();
  unsigned carried = op.getCarry().size();
  llvm::SmallBitVector active(operands.size(), true);
  bool isPlain = true;
  for (unsigned i = 0, e = operands.size(); i < e; ++i) {
    active[i] = i < carried || !isFloat(operands[i]) || isActive(operands[i]);
    isPlain &= active[i] && !step.getArgAttr(i, constantAttrName);
  }
  return isPlain ? step : buildMarkedStep(step, active, functions);
}

ScanOp neo::buildSavingScan(OpBuilder &b, ScanOp op, ValueRange operands,
                            ModuleFunctions &functions) {
  StepShape shape(op);
  func::FuncOp step = op.lookupStep();
  SmallVector<Type> types(op.getResultTypes());
  for (Type state : step.getArgumentTypes().take_front(shape.carried))
    types.push_back(getStackType(op.getSteps(), state));
  return ScanOp::create(
      b, op.getLoc(), types,
      buildSavingStep(step, shape.carried, functions).getName(), op.getSteps(),
      op.getReverse(), operands.take_front(shape.carried),
      operands.slice(shape.carried, shape.over),
      operands.take_back(shape.constants));
}

namespace {
/// Builds the reverse loop.
class ScanAdjoint {
public:
  ScanAdjoint(OpBuilder &b, ScanOp saving, func::FuncOp step)
      : b(b), saving(saving), step(step), shape(saving), adder(b) {
    shape.stacks -= shape.carried; // the saved states
  }

  ScanOp build(func::FuncOp reverseStep, ArrayRef<Value> cotangents);
  /// The gradient of each operand, from the results of the reverse loop.
  SmallVector<Value> sort(ScanOp reverse);
  const StepShape &getShape() const { return shape; }

private:
  bool isDifferentiated(unsigned i) { return neo::isDifferentiated(step, i); }
  /// `gradient`, which may be a sum in a wider type, in the type of `operand`.
  Value inTypeOf(Value operand, Value gradient);
  /// The cotangents of float results [begin, end), zeros where there are none.
  SmallVector<Value> complete(ArrayRef<Value> cotangents, unsigned begin,
                              unsigned end);

  OpBuilder &b;
  ScanOp saving;
  func::FuncOp step;
  StepShape shape;
  Cotangents adder;
};
} // namespace

SmallVector<Value> ScanAdjoint::complete(ArrayRef<Value> cotangents,
                                         unsigned begin, unsigned end) {
  SmallVector<Value> all;
  for (unsigned i = begin; i < end; ++i)
    if (isFloat(saving.getResult(i)))
      all.push_back(cotangents[i] ? cotangents[i]
                                  : adder.zeros(saving.getResult(i)));
  return all;
}

ScanOp ScanAdjoint::build(func::FuncOp reverseStep,
                          ArrayRef<Value> cotangents) {
  unsigned results = shape.carried + shape.stacks;
  SmallVector<Value> carry = complete(cotangents, 0, shape.carried);
  for (auto [i, constant] : llvm::enumerate(saving.getConstants()))
    if (isDifferentiated(shape.carried + shape.over + i))
      carry.push_back(
          adder.zeros(constant.getLoc(), sumTypeOf(constant.getType())));
  SmallVector<Type> types(ValueRange(carry).getTypes());
  SmallVector<Value> over(saving.getOver());
  llvm::append_range(over, saving.getResults().drop_front(results));
  llvm::append_range(over, complete(cotangents, shape.carried, results));
  for (auto [i, stack] : llvm::enumerate(saving.getOver()))
    if (isDifferentiated(shape.carried + i))
      types.push_back(stack.getType());
  return ScanOp::create(b, saving.getLoc(), types, reverseStep.getName(),
                        saving.getSteps(), !saving.getReverse(), carry, over,
                        saving.getConstants());
}

Value ScanAdjoint::inTypeOf(Value operand, Value gradient) {
  if (operand.getType() == gradient.getType())
    return gradient;
  return narrowSum(b, gradient, operand.getType());
}

SmallVector<Value> ScanAdjoint::sort(ScanOp reverse) {
  ResultRange results = reverse.getResults();
  SmallVector<Value> states, gradients;
  unsigned next = 0, sums = 0;
  for (unsigned i = 0; i < shape.arguments(); ++i)
    sums += isDifferentiated(i) && !shape.isCarried(i) && !shape.isOver(i);
  for (unsigned i = 0; i < shape.carried; ++i)
    gradients.push_back(isFloat(saving.getOperand(i)) ? Value(results[next++])
                                                      : Value());
  unsigned sum = next, slice = next + sums;
  for (unsigned i = shape.carried; i < shape.arguments(); ++i) {
    unsigned &position = shape.isOver(i) ? slice : sum;
    gradients.push_back(isDifferentiated(i) ? inTypeOf(saving.getOperand(i),
                                                       results[position++])
                                            : Value());
  }
  return gradients;
}

FailureOr<SmallVector<Value>>
neo::buildScanAdjoint(OpBuilder &b, ScanOp saving, func::FuncOp step,
                      ArrayRef<Value> cotangents, ModuleFunctions &functions) {
  FailureOr<func::FuncOp> vjp = functions.derive(step, DerivativeMode::reverse);
  if (failed(vjp))
    return failure();
  ScanAdjoint adjoint(b, saving, step);
  func::FuncOp back =
      buildReverseStep(step, *vjp, adjoint.getShape(), functions);
  return adjoint.sort(adjoint.build(back, cotangents));
}

namespace {
/// Values of one part of a scan, and their tangents, zeros where missing.
struct TangentPart {
  TangentPart(OpBuilder &b, func::FuncOp step, ValueRange operands,
              ArrayRef<Value> tangents, unsigned begin, unsigned count)
      : values(operands.slice(begin, count)) {
    Cotangents adder(b);
    for (unsigned i = begin; i < begin + count; ++i)
      if (isDifferentiated(step, i))
        values.push_back(tangents[i] ? tangents[i] : adder.zeros(operands[i]));
  }

  SmallVector<Value> values;
};
} // namespace

/// The results of the loop of values and tangents, values first; null tangents
/// for integers.
static SmallVector<Value> sortTangents(ScanOp op, ScanOp forward) {
  SmallVector<Value> values, tangents;
  unsigned carried = op.getCarry().size(), next = 0;
  auto sort = [&](ResultRange part) {
    for (unsigned i = 0; i < part.size(); ++i)
      values.push_back(forward.getResult(next++));
    for (Value value : part)
      tangents.push_back(isFloat(value) ? Value(forward.getResult(next++))
                                        : Value());
  };
  sort(op.getResults().take_front(carried));
  sort(op.getResults().drop_front(carried));
  llvm::append_range(values, tangents);
  return values;
}

FailureOr<SmallVector<Value>>
neo::buildScanTangent(OpBuilder &b, ScanOp op, ValueRange operands,
                      ArrayRef<Value> tangents, ModuleFunctions &functions) {
  auto isActive = [&](Value value) {
    for (auto [operand, tangent] : llvm::zip_equal(operands, tangents))
      if (operand == value && tangent)
        return true;
    return false;
  };
  func::FuncOp step = prepareStep(op, operands, isActive, functions);
  FailureOr<func::FuncOp> jvp = functions.derive(step, DerivativeMode::forward);
  if (failed(jvp))
    return failure();
  StepShape shape(op);
  func::FuncOp pair = buildTangentStep(step, *jvp, shape, functions);
  TangentPart carry(b, step, operands, tangents, 0, shape.carried);
  TangentPart over(b, step, operands, tangents, shape.carried, shape.over);
  TangentPart constants(b, step, operands, tangents, shape.carried + shape.over,
                        shape.constants);
  SmallVector<Type> types(ValueRange(carry.values).getTypes());
  for (Value stack : op.getStacks())
    types.push_back(stack.getType());
  for (Value stack : op.getStacks())
    if (isFloat(stack))
      types.push_back(stack.getType());
  auto forward = ScanOp::create(b, op.getLoc(), types, pair.getName(),
                                op.getSteps(), op.getReverse(), carry.values,
                                over.values, constants.values);
  return sortTangents(op, forward);
}
