//===- ScanOp.cpp - Loops over time ---------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace neo;

/// One slice along the first dimension of `stack`.
static RankedTensorType sliceOf(Type stack) {
  auto type = cast<RankedTensorType>(stack);
  return RankedTensorType::get(type.getShape().drop_front(),
                               type.getElementType());
}

FunctionType ScanOp::getStepType() {
  SmallVector<Type> inputs(getCarry().getTypes()), results(inputs);
  for (Type stack : getOver().getTypes())
    inputs.push_back(sliceOf(stack));
  llvm::append_range(inputs, getConstants().getTypes());
  for (Type stack : getStacks().getTypes())
    results.push_back(sliceOf(stack));
  return FunctionType::get(getContext(), inputs, results);
}

func::FuncOp ScanOp::lookupStep() {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(*this,
                                                            getStepAttr());
}

static LogicalResult checkStack(ScanOp op, Type type, StringRef what) {
  auto tensor = cast<RankedTensorType>(type);
  if (tensor.getRank() > 0 && tensor.getDimSize(0) == int64_t(op.getSteps()))
    return success();
  return op.emitError() << "the scan takes " << op.getSteps() << " steps, but "
                        << what << " is " << tensor
                        << ": its first extent is the number of steps (C16)";
}

LogicalResult ScanOp::verify() {
  if (int64_t(getSteps()) < 0)
    return emitError() << "the scan takes " << int64_t(getSteps())
                       << " steps: their number is not negative (C16)";
  for (Type type : getOver().getTypes())
    if (failed(checkStack(*this, type, "a tensor it runs over")))
      return failure();
  if (getResults().size() < getCarry().size() ||
      getFinalState().getTypes() != getCarry().getTypes())
    return emitError() << "the first results of a scan are the last state, of "
                          "the types that it carries (C17)";
  for (Type type : getStacks().getTypes())
    if (failed(checkStack(*this, type, "an output")))
      return failure();
  return success();
}

LogicalResult ScanOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto step =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getStepAttr());
  if (!step)
    return emitError() << "the step '@" << getStep()
                       << "' is no function of this module (C17)";
  if (step.getFunctionType() != getStepType())
    return emitError() << "the step '@" << getStep() << "' is "
                       << step.getFunctionType()
                       << ", but these operands and results take "
                       << getStepType() << " (C17)";
  return success();
}
