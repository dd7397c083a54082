//===- IndexValues.cpp - Index expressions as arithmetic ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexValues.h"

#include "Neo/Dialect/AffineRange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Sums and shifted dividends of numbers below this fit into 32 bits.
constexpr int64_t narrowLimit = int64_t(1) << 30;

Value IndexValues::constant(int64_t value) { return constant(value, false); }

Value IndexValues::constant(int64_t value, bool narrow) {
  if (narrow)
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(value));
  return arith::ConstantIndexOp::create(b, loc, value);
}

void IndexValues::bind(unsigned dim, Value value) {
  dims[dim] = value;
  if (isNarrow(b.getAffineDimExpr(dim)))
    narrowDims[dim] = arith::IndexCastOp::create(b, loc, b.getI32Type(), value);
}

bool IndexValues::isNeverNegative(AffineExpr expr) const {
  auto interval = getInterval(expr, sizes);
  return interval && interval->low >= 0;
}

/// Do the expression and all its parts fit into 32 bits? Then every dimension
/// in it has been bound as such a number.
bool IndexValues::isNarrow(AffineExpr expr) const {
  auto fits = [&](AffineExpr part) {
    auto interval = getInterval(part, sizes);
    return interval && interval->low > -narrowLimit &&
           interval->high < narrowLimit;
  };
  auto result = expr.walk([&](AffineExpr part) {
    return fits(part) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

Value IndexValues::get(AffineExpr expr) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || !isNarrow(expr))
    return get(expr, /*narrow=*/false);
  // A constant stays outside: it becomes the offset of an access.
  auto offset = dyn_cast<AffineConstantExpr>(sum.getRHS());
  if (sum.getKind() == AffineExprKind::Add && offset)
    return arith::AddIOp::create(b, loc, get(sum.getLHS()),
                                 constant(offset.getValue()));
  if (Value known = find(expr, /*narrow=*/false))
    return known;
  Value narrow = get(expr, /*narrow=*/true);
  Value value = arith::IndexCastOp::create(b, loc, b.getIndexType(), narrow);
  scopes.back().known[false][expr] = value;
  return value;
}

Value IndexValues::find(AffineExpr expr, bool narrow) const {
  for (const Scope &scope : llvm::reverse(scopes))
    if (Value known = scope.known[narrow].lookup(expr))
      return known;
  return {};
}

Value IndexValues::get(AffineExpr expr, bool narrow) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return constant(number.getValue(), narrow);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return (narrow ? narrowDims : dims)[dim.getPosition()];
  if (Value known = find(expr, narrow))
    return known;
  Value value = compute(expr, narrow);
  scopes.back().known[narrow][expr] = value;
  return value;
}

/// Quotient and remainder of the division that rounds down.
Value IndexValues::divide(AffineBinaryOpExpr expr, bool narrow) {
  bool isMod = expr.getKind() == AffineExprKind::Mod;
  Value value = get(expr.getLHS(), narrow);
  Value divisor = get(expr.getRHS(), narrow);
  if (isNeverNegative(expr.getLHS())) {
    if (isMod)
      return arith::RemUIOp::create(b, loc, value, divisor);
    return arith::DivUIOp::create(b, loc, value, divisor);
  }
  // Made non-negative by adding a multiple of the divisor.
  auto interval = getInterval(expr.getLHS(), sizes);
  int64_t by = cast<AffineConstantExpr>(expr.getRHS()).getValue();
  int64_t turns = interval ? -((interval->low - by + 1) / by) : 0;
  value = arith::AddIOp::create(b, loc, value, constant(turns * by, narrow));
  if (isMod)
    return arith::RemUIOp::create(b, loc, value, divisor);
  Value quotient = arith::DivUIOp::create(b, loc, value, divisor);
  return arith::SubIOp::create(b, loc, quotient, constant(turns, narrow));
}

Value IndexValues::compute(AffineExpr expr, bool narrow) {
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto flags = narrow ? arith::IntegerOverflowFlags::nsw
                      : arith::IntegerOverflowFlags::none;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(b, loc, get(binary.getLHS(), narrow),
                                 get(binary.getRHS(), narrow), flags);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(b, loc, get(binary.getLHS(), narrow),
                                 get(binary.getRHS(), narrow), flags);
  case AffineExprKind::CeilDiv: {
    int64_t by = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    return get((binary.getLHS() + (by - 1)).floorDiv(by), narrow);
  }
  default:
    return divide(binary, narrow);
  }
}

Value IndexValues::holds(AffineExpr expr, bool isEquality) {
  if (auto interval = getInterval(expr, sizes))
    if (!isEquality && interval->low >= 0)
      return {};
  auto predicate =
      isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
  bool narrow = isNarrow(expr);
  return arith::CmpIOp::create(b, loc, predicate, get(expr, narrow),
                               constant(0, narrow));
}

Value IndexValues::isBelow(AffineExpr expr, int64_t bound) {
  if (auto interval = getInterval(expr, sizes))
    if (interval->high < bound)
      return {};
  bool narrow = isNarrow(expr) && bound < narrowLimit;
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                               get(expr, narrow), constant(bound, narrow));
}

/// One comparison: an unsigned number is large where the signed one is
/// negative.
Value IndexValues::isWithin(AffineExpr expr, int64_t last) {
  auto interval = getInterval(expr, sizes);
  if (interval && interval->low >= 0)
    return isBelow(expr, last + 1);
  if (interval && interval->high <= last)
    return holds(expr, /*isEquality=*/false);
  bool narrow = isNarrow(expr) && last < narrowLimit;
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule,
                               get(expr, narrow), constant(last, narrow));
}
