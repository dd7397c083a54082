//===- DerivativeRules.cpp - Derivatives of scalar operations -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/DerivativeRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

FloatExpr FloatExpr::number(double number) const {
  TypedAttr attribute;
  if (isa<FloatType>(type()))
    attribute = builder->getFloatAttr(type(), number);
  else
    attribute = builder->getIntegerAttr(type(), int64_t(number));
  return with(arith::ConstantOp::create(*builder, loc, attribute));
}

FloatExpr FloatExpr::truncateTo(Type narrow) const {
  return with(arith::TruncFOp::create(*builder, loc, narrow, value));
}
FloatExpr FloatExpr::extendTo(Type wide) const {
  return with(arith::ExtFOp::create(*builder, loc, wide, value));
}
FloatExpr FloatExpr::toFloat(Type type) const {
  return with(arith::SIToFPOp::create(*builder, loc, type, value));
}

FloatExpr FloatExpr::operator-() const { return apply<arith::NegFOp>(); }
FloatExpr FloatExpr::operator+(FloatExpr other) const {
  return apply<arith::AddFOp>(other.value);
}
FloatExpr FloatExpr::operator-(FloatExpr other) const {
  if (!isa<FloatType>(type()))
    return apply<arith::SubIOp>(other.value);
  return apply<arith::SubFOp>(other.value);
}
FloatExpr FloatExpr::operator*(FloatExpr other) const {
  return apply<arith::MulFOp>(other.value);
}
FloatExpr FloatExpr::operator/(FloatExpr other) const {
  return apply<arith::DivFOp>(other.value);
}

static Value compare(OpBuilder &b, Location loc, arith::CmpFPredicate predicate,
                     Value lhs, Value rhs) {
  return arith::CmpFOp::create(b, loc, predicate, lhs, rhs);
}

FloatExpr FloatExpr::operator<(FloatExpr other) const {
  return with(compare(*builder, loc, arith::CmpFPredicate::OLT, value, other));
}
FloatExpr FloatExpr::operator<=(FloatExpr other) const {
  return with(compare(*builder, loc, arith::CmpFPredicate::OLE, value, other));
}
FloatExpr FloatExpr::operator>(FloatExpr other) const {
  return with(compare(*builder, loc, arith::CmpFPredicate::OGT, value, other));
}
FloatExpr FloatExpr::operator>=(FloatExpr other) const {
  return with(compare(*builder, loc, arith::CmpFPredicate::OGE, value, other));
}
FloatExpr FloatExpr::equals(FloatExpr other) const {
  return with(compare(*builder, loc, arith::CmpFPredicate::OEQ, value, other));
}
FloatExpr FloatExpr::choose(FloatExpr yes, FloatExpr no) const {
  return apply<arith::SelectOp>(yes.value, no.value);
}

bool Chain::isZero(unsigned operand) const {
  return matchPattern(op->getOperand(operand), m_AnyZeroFloat());
}

DerivativeRules DerivativeRules::of(MLIRContext *context) {
  DerivativeRules rules;
  addArithRules(rules);
  addMathRules(rules);
  for (Dialect *dialect : context->getLoadedDialects())
    if (auto *interface =
            dialect->getRegisteredInterface<DerivativeInterface>())
      interface->addRules(rules);
  return rules;
}

const DerivativeRule *DerivativeRules::lookup(Operation *op) const {
  auto found = rules.find(op->getName().getStringRef());
  return found == rules.end() ? nullptr : &found->second;
}

const DerivativeRule *DerivativeRules::require(Operation *op) const {
  const DerivativeRule *rule = lookup(op);
  if (!rule)
    op->emitError("no derivative rule for '")
        << op->getName()
        << "': write the body with operations that have one, or bring the rule "
           "by a DerivativeInterface";
  return rule;
}
