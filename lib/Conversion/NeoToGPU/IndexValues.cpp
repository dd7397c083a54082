//===- IndexValues.cpp - Index expressions as arithmetic ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexValues.h"

#include "Neo/Dialect/AffineRange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

Value IndexValues::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

bool IndexValues::isNeverNegative(AffineExpr expr) const {
  auto interval = getInterval(expr, sizes);
  return interval && interval->low >= 0;
}

Value IndexValues::get(AffineExpr expr) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return constant(number.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  for (auto &scope : llvm::reverse(scopes))
    if (Value known = scope.lookup(expr))
      return known;
  Value value = compute(expr);
  scopes.back()[expr] = value;
  return value;
}

/// Quotient and remainder of the division that rounds down.
Value IndexValues::divide(AffineBinaryOpExpr expr) {
  bool isMod = expr.getKind() == AffineExprKind::Mod;
  Value value = get(expr.getLHS()), divisor = get(expr.getRHS());
  if (isNeverNegative(expr.getLHS())) {
    if (isMod)
      return arith::RemUIOp::create(b, loc, value, divisor);
    return arith::DivUIOp::create(b, loc, value, divisor);
  }
  // Shifted up by a multiple of the divisor that makes it so.
  auto interval = getInterval(expr.getLHS(), sizes);
  int64_t by = cast<AffineConstantExpr>(expr.getRHS()).getValue();
  int64_t turns = interval ? -((interval->low - by + 1) / by) : 0;
  value = arith::AddIOp::create(b, loc, value, constant(turns * by));
  if (isMod)
    return arith::RemUIOp::create(b, loc, value, divisor);
  Value quotient = arith::DivUIOp::create(b, loc, value, divisor);
  return arith::SubIOp::create(b, loc, quotient, constant(turns));
}

Value IndexValues::compute(AffineExpr expr) {
  auto binary = cast<AffineBinaryOpExpr>(expr);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(b, loc, get(binary.getLHS()),
                                 get(binary.getRHS()));
  case AffineExprKind::Mul:
    return arith::MulIOp::create(b, loc, get(binary.getLHS()),
                                 get(binary.getRHS()));
  case AffineExprKind::CeilDiv: {
    int64_t by = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    return get((binary.getLHS() + (by - 1)).floorDiv(by));
  }
  default:
    return divide(binary);
  }
}

Value IndexValues::holds(AffineExpr expr, bool isEquality) {
  if (auto interval = getInterval(expr, sizes))
    if (!isEquality && interval->low >= 0)
      return {};
  auto predicate =
      isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
  return arith::CmpIOp::create(b, loc, predicate, get(expr), constant(0));
}
