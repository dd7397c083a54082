//===- GenericBody.cpp - The body of a neo.compute inside linalg ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GenericBody.h"

#include "Neo/Dialect/ReductionCombiner.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neo;

GenericBody::GenericBody(OpBuilder &b, Location loc, ComputeOp op)
    : b(b), loc(loc), op(op) {
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    loops.push_back(linalg::IndexOp::create(b, loc, loop));
  if (IntegerSet where = op.getWhereSet())
    isCounted = evaluate(where);
}

Value GenericBody::evaluate(AffineExpr expr) {
  return affine::expandAffineExpr(b, loc, expr, loops, {});
}

Value GenericBody::evaluate(IntegerSet set) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value all;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
    auto predicate =
        set.isEq(i) ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value holds = arith::CmpIOp::create(b, loc, predicate,
                                        evaluate(set.getConstraint(i)), zero);
    all = conjoin(all, holds);
  }
  return all;
}

/// `x and y`; null means true.
Value GenericBody::conjoin(Value x, Value y) {
  if (!x || !y)
    return x ? x : y;
  return arith::AndIOp::create(b, loc, x, y);
}

Value GenericBody::buildConstant(TypedAttr value) {
  return arith::ConstantOp::create(b, loc, value);
}

Value GenericBody::extract(unsigned operand) {
  IntegerSet guard = op.getGuard(operand);
  RankedTensorType type = op.getOperandType(operand);
  TypedAttr pad = op.getPad(operand);
  if (!pad)
    pad = b.getZeroAttr(type.getElementType());
  // An empty tensor is never read: every guard fails.
  if (type.getNumElements() == 0)
    return buildConstant(pad);

  Value isInside = conjoin(guard ? evaluate(guard) : Value(), isCounted);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  SmallVector<Value> index;
  for (AffineExpr expr : op.getMap(operand).getResults()) {
    Value at = evaluate(expr);
    index.push_back(
        isInside ? arith::SelectOp::create(b, loc, isInside, at, zero) : at);
  }
  Value element =
      tensor::ExtractOp::create(b, loc, op.getOperand(operand), index);
  if (!guard)
    return element;
  return arith::SelectOp::create(b, loc, isInside, element, buildConstant(pad));
}

Value GenericBody::buildTerm(const OperandPlan &plan, ValueRange elements) {
  IRMapping mapping;
  Block *body = op.getBodyBlock();
  for (auto [element, operand] : llvm::zip_equal(elements, plan.stated))
    mapping.map(body->getArgument(operand), element);
  for (BlockArgument argument : body->getArguments())
    if (!mapping.contains(argument) && !argument.use_empty())
      mapping.map(argument, extract(argument.getArgNumber()));
  for (Operation &inner : body->without_terminator()) {
    if (auto index = dyn_cast<IndexOp>(inner))
      mapping.map(index.getResult(), loops[index.getLoop()]);
    else
      b.clone(inner, mapping);
  }
  Value term = mapping.lookup(op.getYielded());
  if (!isCounted)
    return term;
  Value identity =
      buildConstant(getIdentity(b, loc, op.getKind(), term.getType()));
  return arith::SelectOp::create(b, loc, isCounted, term, identity);
}

Value GenericBody::buildPosition() {
  AffineExpr position = b.getAffineConstantExpr(0);
  for (auto [r, extent] : llvm::enumerate(op.getReductionExtents()))
    position =
        position * extent + b.getAffineDimExpr(op.getNumOutputLoops() + r);
  return arith::IndexCastOp::create(b, loc, b.getI64Type(), evaluate(position));
}
