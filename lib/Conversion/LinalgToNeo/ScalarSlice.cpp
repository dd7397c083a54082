//===- ScalarSlice.cpp - Backward slices of scalars in a body -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ScalarSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace neo;

void ScalarSlice::defineElement(Value scalar, Value tensor, AffineMap map) {
  if (TypedAttr splat = getSplat(tensor))
    constants[scalar] = splat;
  else
    elements[scalar] = {OperandSpec{tensor, map}};
}

/// Defines `scalar` as the value of the operands `of`.
void ScalarSlice::define(Value scalar, Elements of) {
  llvm::append_range(operands, of);
  elements[scalar] = std::move(of);
}

LogicalResult ScalarSlice::add(Value scalar) {
  if (!added.insert(scalar).second)
    return success();
  if (auto alias = aliases.find(scalar); alias != aliases.end()) {
    if (failed(add(alias->second)))
      return failure();
  } else if (auto element = elements.find(scalar); element != elements.end()) {
    llvm::append_range(operands, element->second);
  } else if (!loops.contains(scalar) && !constants.contains(scalar) &&
             !addGuardedElement(scalar)) {
    if (failed(addOperation(scalar)))
      return failure();
  }
  order.push_back(scalar);
  return success();
}

LogicalResult ScalarSlice::addOperation(Value scalar) {
  Operation *op = scalar.getDefiningOp();
  if (!op && scalar.getParentBlock()->getParentOp() == scope)
    return raising.refuse("its body reads an accumulator beside combining it, "
                          "and a neo.compute sees the last value alone: "
                          "compute what needs that in an operation after it, "
                          "or what needs every step in a neo.scan");
  if (!op)
    return raising.refuse("it reads a scalar argument, but a neo.compute reads "
                          "tensors and constants: pass the scalar as a tensor "
                          "of rank 0");
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return addExtract(extract);
  bool isScalarCode =
      isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect());
  if (!isScalarCode || op->getNumRegions())
    return raising.refuse(
        "its body needs '" + op->getName().getStringRef() +
        "', but a neo.compute holds arith and math operations on scalars: "
        "write it as these, a branch as arith.select");
  for (Value operand : op->getOperands())
    if (failed(add(operand)))
      return failure();
  return success();
}

/// Selects the first element whose guard holds, else the last.
Value ScalarSlice::choose(OpBuilder &b, const Elements &of,
                          ValueRange read) const {
  Value chosen = read.back();
  for (size_t i = of.size() - 1; i-- > 0;)
    chosen = arith::SelectOp::create(b, scope->getLoc(),
                                     evaluate(b, scope->getLoc(), of[i].guard),
                                     read[i], chosen);
  return chosen;
}

void ScalarSlice::clone(OpBuilder &b, ValueRange read,
                        IRMapping &values) const {
  Location loc = scope->getLoc();
  unsigned next = 0;
  for (Value scalar : order) {
    if (auto alias = aliases.find(scalar); alias != aliases.end())
      values.map(scalar, values.lookup(alias->second));
    else if (auto of = elements.find(scalar); of != elements.end()) {
      size_t count = of->second.size();
      values.map(scalar, choose(b, of->second, read.slice(next, count)));
      next += count;
    } else if (auto constant = constants.find(scalar);
               constant != constants.end())
      values.map(scalar, arith::ConstantOp::create(b, loc, constant->second));
    else if (auto loop = loops.find(scalar); loop != loops.end())
      values.map(scalar, IndexOp::create(b, loc, b.getIndexType(),
                                         b.getI64IntegerAttr(loop->second)));
    else
      b.clone(*scalar.getDefiningOp(), values);
  }
}
