//===- IndexArithmetic.cpp - Index expressions as arith operations --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexArithmetic.h"

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

Value IndexArithmetic::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value IndexArithmetic::emitBinary(AffineBinaryOpExpr expr) {
  Value lhs = emit(expr.getLHS()), rhs = emit(expr.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return arith::CeilDivSIOp::create(builder, loc, lhs, rhs);
  default: {
    // The remainder of the floor division: never negative.
    Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
    Value multiple = arith::MulIOp::create(builder, loc, quotient, rhs);
    return arith::SubIOp::create(builder, loc, lhs, multiple);
  }
  }
}

Value IndexArithmetic::emit(AffineExpr expr) {
  if (Value value = known.lookup(expr))
    return value;
  Value value;
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    value = constant(number.getValue());
  else if (auto dim = dyn_cast<AffineDimExpr>(expr))
    value = IndexOp::create(builder, loc, builder.getIndexType(),
                            builder.getI64IntegerAttr(dim.getPosition()));
  else
    value = emitBinary(cast<AffineBinaryOpExpr>(expr));
  known[expr] = value;
  return value;
}

Value IndexArithmetic::emit(IntegerSet set) {
  Value holds;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
    auto predicate =
        set.isEq(i) ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value value = emit(set.getConstraint(i));
    Value test =
        arith::CmpIOp::create(builder, loc, predicate, value,
                              emit(getAffineConstantExpr(0, set.getContext())));
    holds =
        holds ? Value(arith::AndIOp::create(builder, loc, holds, test)) : test;
  }
  return holds;
}
