//===- ScalarTangent.cpp - Forward mode over one scalar body --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ScalarTangent.h"

#include "IndexArithmetic.h"
#include "TermPosition.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace neo;

ScalarTangent::ScalarTangent(ComputeOp forward, ArrayRef<unsigned> active,
                             const AdjointValues &saved,
                             const DerivativeRules &rules)
    : forward(forward), saved(saved), rules(rules),
      builder(forward.getContext()) {
  Location loc = forward.getLoc();
  Block *body = forward.getBodyBlock();
  for (BlockArgument argument : body->getArguments())
    mapping.map(argument, block.addArgument(argument.getType(), loc));
  for (unsigned i : active) {
    BlockArgument argument = body->getArgument(i);
    tangents[argument] = block.addArgument(argument.getType(), loc);
  }
  firstSaved = block.getNumArguments();
  SmallVector<Value> values = saved.list();
  for (Value value : ArrayRef<Value>(values).drop_front())
    block.addArgument(getElementTypeOrSelf(value), loc);
  builder.setInsertionPointToEnd(&block);
}

void ScalarTangent::addTangent(Value original, Value part) {
  Value &sum = tangents[original];
  sum = sum ? Value(arith::AddFOp::create(builder, part.getLoc(), sum, part))
            : part;
}

/// The contribution of one operand's tangent to the result's. A conversion
/// changes the type: its rule is applied to get the slope, and the product is
/// converted.
Value ScalarTangent::pushThrough(const DerivativeRule &rule, Operation *clone,
                                 unsigned operand, Value tangent) {
  Type from = tangent.getType(), to = clone->getResult(0).getType();
  FloatExpr change(builder, clone->getLoc(), tangent);
  FloatExpr seed = change;
  if (from != to)
    seed = change.with(clone->getResult(0)).number(1.0);
  Value part;
  auto sink = [&](unsigned i, Value contribution) {
    if (i == operand)
      part = contribution;
  };
  Chain chain(builder, clone, seed, sink);
  rule.propagate(chain);
  if (!part || from == to)
    return part;
  FloatExpr product = change * change.with(part);
  return from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth()
             ? product.extendTo(to)
             : product.truncateTo(to);
}

LogicalResult ScalarTangent::propagate(Operation &original) {
  Operation *clone = builder.clone(original, mapping);
  bool changes = llvm::any_of(original.getOperands(),
                              [&](Value v) { return tangents.contains(v); });
  if (!changes || clone->getNumResults() != 1 ||
      !isa<FloatType>(clone->getResult(0).getType()))
    return success();
  const DerivativeRule *rule = rules.require(&original);
  if (!rule)
    return failure();
  for (auto [i, operand] : llvm::enumerate(original.getOperands()))
    if (Value tangent = tangents.lookup(operand))
      if (Value part = pushThrough(*rule, clone, i, tangent))
        addTangent(original.getResult(0), part);
  return success();
}

/// Weighs the tangent of one term.
FloatExpr ScalarTangent::weigh(FloatExpr tangent) {
  Location loc = forward.getLoc();
  if (saved.before)
    return tangent *
           (tangent.with(savedArgument(0)) * tangent.with(savedArgument(1)));
  if (saved.ties) {
    FloatExpr term = tangent.with(mapping.lookup(forward.getYielded()));
    FloatExpr isTied = term.equals(term.with(savedArgument(0)));
    Value count =
        arith::SIToFPOp::create(builder, loc, tangent.type(), savedArgument(1));
    return isTied.choose(tangent, tangent.number(0.0)) / tangent.with(count);
  }
  if (!saved.position)
    return tangent;
  Value here = IndexArithmetic(builder, loc).emit(getTermPosition(forward));
  here = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), here);
  FloatExpr isExtremum = tangent.with(arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, savedArgument(0), here));
  return isExtremum.choose(tangent, tangent.number(0.0));
}

LogicalResult ScalarTangent::derive() {
  for (Operation &op : forward.getBodyBlock()->without_terminator())
    if (failed(propagate(op)))
      return failure();
  Value tangent = tangents.lookup(forward.getYielded());
  if (!tangent)
    return success();
  result = weigh(FloatExpr(builder, forward.getLoc(), tangent));
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && !llvm::is_contained(op.getResults(), result))
      op.erase();
  return success();
}
