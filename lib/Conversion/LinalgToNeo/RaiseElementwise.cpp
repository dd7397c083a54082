//===- RaiseElementwise.cpp - Scalars spread over tensors as neo.compute --===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Operations of arith and math work on tensors element by element;
// tensor.splat, tensor.from_elements and tensor.generate compute elements from
// scalars. All of them are one scalar per point.
//
//===----------------------------------------------------------------------===//

#include "ScalarSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

using BuildScalar =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;

static RaisedValues buildElements(Operation *op, ArrayRef<OperandSpec> operands,
                                  Raising &raising, BuildScalar build) {
  ComputeSpec spec;
  spec.operands = llvm::to_vector(operands);
  spec.type = cast<RankedTensorType>(op->getResult(0).getType());
  spec.body = build;
  FailureOr<Value> result = raising.build(op->getLoc(), spec);
  if (failed(result))
    return failure();
  return SmallVector<Value>{*result};
}

/// Rebuilds the tensor operation `op` on scalars.
static Value buildOnScalars(OpBuilder &b, Operation *op, ValueRange scalars) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(scalars);
  state.addTypes(getElementTypeOrSelf(op->getResult(0).getType()));
  state.addAttributes(op->getAttrs());
  return b.create(state)->getResult(0);
}

RaisedValues neo::raiseElementwise(Operation *op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), op->getContext());
  ScalarSlice slice(raising, op, type.getShape());
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      slice.defineElement(operand, operand, identity);
  for (Value operand : op->getOperands())
    if (failed(slice.add(operand)))
      return failure();
  return buildElements(op, slice.getOperands(), raising,
                       [&](OpBuilder &b, Location, ValueRange elements) {
                         IRMapping values;
                         slice.clone(b, elements, values);
                         SmallVector<Value> scalars;
                         for (Value operand : op->getOperands())
                           scalars.push_back(values.lookup(operand));
                         return buildOnScalars(b, op, scalars);
                       });
}

/// A tensor whose elements are `scalar`, computed by `slice`.
static RaisedValues raiseScalar(Operation *op, ScalarSlice &slice, Value scalar,
                                Raising &raising) {
  if (failed(slice.add(scalar)))
    return failure();
  return buildElements(op, slice.getOperands(), raising,
                       [&](OpBuilder &b, Location, ValueRange elements) {
                         IRMapping values;
                         slice.clone(b, elements, values);
                         return values.lookup(scalar);
                       });
}

RaisedValues neo::raiseOp(tensor::SplatOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  ScalarSlice slice(raising, op, op.getType().getShape());
  return raiseScalar(op, slice, op.getInput(), raising);
}

RaisedValues neo::raiseOp(tensor::FromElementsOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  if (op.getElements().size() != 1)
    return raising.refuse("it gathers " + Twine(op.getElements().size()) +
                          " scalars: make tensors of one element and "
                          "concatenate them");
  ScalarSlice slice(raising, op, op.getType().getShape());
  return raiseScalar(op, slice, op.getElements().front(), raising);
}

RaisedValues neo::raiseOp(tensor::GenerateOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  Block &body = op.getBody().front();
  ScalarSlice slice(raising, op, op.getType().getShape());
  for (BlockArgument loop : body.getArguments())
    slice.defineLoop(loop, loop.getArgNumber());
  Value element = body.getTerminator()->getOperand(0);
  slice.defineRoot(body, element);
  return raiseScalar(op, slice, element, raising);
}
