//===- PartBuilder.cpp - Operators made of parts of another one -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PartBuilder.h"

#include "Neo/Dialect/BodyValues.h"

using namespace mlir;
using namespace neo;

PartBuilder::PartBuilder(ComputeOp op, ArrayRef<Value> roots) : op(op) {
  for (Value root : roots)
    collectArguments(root, needed);
}

Value PartBuilder::build(OpBuilder &b, ComputeSpec spec,
                         ArrayRef<OperandSpec> others, Body body) {
  SmallVector<OperandSpec> operands = std::move(spec.operands);
  spec.operands.clear();
  for (Value argument : needed)
    spec.operands.push_back(
        operands[cast<BlockArgument>(argument).getArgNumber()]);
  llvm::append_range(spec.operands, others);
  auto build = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values;
    values.map(needed.getArrayRef(), arguments.take_front(needed.size()));
    return body(b, values, arguments.drop_front(needed.size()));
  };
  spec.body = build;
  return ComputeOp::create(b, op.getLoc(), spec);
}

ComputeSpec neo::specOfElements(ComputeOp op, ArrayRef<int64_t> steps) {
  MLIRContext *context = op.getContext();
  unsigned outputs = op.getNumOutputLoops();
  SmallVector<AffineExpr> loops;
  for (unsigned loop = 0; loop < outputs; ++loop)
    loops.push_back(getAffineDimExpr(loop, context));
  for (unsigned loop = outputs; loop < op.getNumLoops(); ++loop)
    loops.push_back(getAffineConstantExpr(
        steps.empty() ? 0 : steps[loop - outputs], context));
  ComputeSpec spec;
  spec.type = op.getType();
  spec.loops = getLoopNames(op);
  spec.loops.resize(outputs);
  spec.operands = getOperandSpecs(op);
  for (OperandSpec &operand : spec.operands) {
    operand.map = operand.map.replaceDimsAndSymbols(loops, {}, outputs, 0);
    if (operand.guard)
      operand.guard =
          operand.guard.replaceDimsAndSymbols(loops, {}, outputs, 0);
  }
  return spec;
}
