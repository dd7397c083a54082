//===- FunctionReplay.cpp - Cloning into a derivative ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/FunctionReplay.h"

#include "Neo/Dialect/Identities.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace neo;

bool neo::isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

bool neo::isDifferentiated(func::FuncOp f, unsigned i) {
  return isa<FloatType>(getElementTypeOrSelf(f.getArgumentTypes()[i])) &&
         !f.getArgAttr(i, constantAttrName);
}

LogicalResult neo::checkArguments(func::FuncOp f) {
  for (auto [i, type] : llvm::enumerate(f.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!isDifferentiated(f, i) || (tensor && tensor.hasStaticShape()))
      continue;
    return f.emitError("cannot differentiate with respect to argument #")
           << i << " of type " << type
           << ": pass a ranked tensor of static shape";
  }
  return success();
}

LogicalResult FunctionReplay::replay(func::FuncOp f, ValueRange arguments,
                                     SmallVectorImpl<Value> &results) {
  if (llvm::is_contained(callStack, f))
    return f.emitError("cannot differentiate the recursive function '@")
           << f.getName() << "': unroll it first";
  if (failed(functions.define(f)))
    return failure();
  if (!f.getBody().hasOneBlock())
    return f.emitError("cannot differentiate '@")
           << f.getName() << "', which has branches: keep one block";
  callStack.push_back(f);
  IRMapping mapping;
  mapping.map(f.getArguments(), arguments);
  for (Operation &op : f.front().without_terminator())
    if (failed(replay(op, mapping)))
      return failure();
  for (Value result : f.front().getTerminator()->getOperands())
    results.push_back(mapping.lookup(result));
  callStack.pop_back();
  return success();
}

/// What an operation reads, also in its regions, as the bodies of scf.for and
/// of linalg.generic do.
static SmallVector<Value> findRead(Operation *op) {
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  return read.takeVector();
}

LogicalResult FunctionReplay::replay(Operation &op, IRMapping &mapping) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return replayCall(call, mapping);
  if (auto scan = dyn_cast<ScanOp>(op))
    return replayScan(scan, mapping);
  Operation *clone = builder.clone(op, mapping);
  return isAnyActive(findRead(clone)) ? visit(clone) : success();
}

LogicalResult FunctionReplay::replayCall(func::CallOp call,
                                         IRMapping &mapping) {
  SmallVector<Value> arguments, results;
  for (Value operand : call.getOperands())
    arguments.push_back(mapping.lookup(operand));
  if (!isAnyActive(arguments)) {
    builder.clone(*call, mapping);
    return success();
  }
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (failed(expandCall(callee, arguments, results)))
    return failure();
  mapping.map(call.getResults(), results);
  return success();
}

LogicalResult FunctionReplay::replayScan(ScanOp op, IRMapping &mapping) {
  SmallVector<Value> operands, results;
  for (Value operand : op.getOperands())
    operands.push_back(mapping.lookup(operand));
  if (!isAnyActive(operands)) {
    builder.clone(*op, mapping);
    return success();
  }
  if (llvm::is_contained(callStack, op.lookupStep()))
    return op.emitError("cannot differentiate the recursive function '@")
           << op.getStep() << "': such a loop has no end";
  if (failed(expandScan(op, operands, results)))
    return failure();
  mapping.map(op.getResults(), results);
  return success();
}
