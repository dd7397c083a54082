//===- IndexExpression.cpp - Scalars that are index expressions -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/IndexExpression.h"

#include "Neo/Dialect/CheckedAffine.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neo;

/// Limit on the number of cases; a guard of six conditions gives seven.
constexpr size_t maxCases = 32;

/// Limit on the terms and operations of one expression: those of a value that
/// is used twice count twice, and may double with each step.
constexpr unsigned maxTerms = 512;

static bool isLong(const Case &one) {
  unsigned terms = 0;
  one.value.walk([&](AffineExpr) { ++terms; });
  return terms > maxTerms;
}

Cases IndexReader::refuse(const Twine &why) {
  if (reason.empty())
    reason = why.str();
  return {};
}

Cases IndexReader::refuseData(Value value) {
  if (Operation *op = value.getDefiningOp())
    return refuse("comes from '" + op->getName().getStringRef() +
                  "', which is no arithmetic of loops and constants: read at "
                  "data with a neo.gather");
  return refuse("depends on data: read at data with a neo.gather");
}

/// The bits of an integer or an index.
static unsigned getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

bool IndexReader::fits(const Case &one, unsigned bits) {
  if (!fits64Bits(one.value, region.getExtents()))
    return false;
  if (bits == 64)
    return true;
  int64_t least = llvm::minIntN(bits), most = llvm::maxIntN(bits);
  LoopRegion here = region.under(one.when);
  return here.proves({one.value - least}) && here.proves({most - one.value});
}

/// `cases`, if the type of `value` can represent them.
Cases IndexReader::checked(Cases cases, Value value) {
  if (llvm::any_of(cases, isLong))
    return refuse("has more than " + Twine(maxTerms) +
                  " terms: compute it in fewer steps");
  mergeCases(cases, region);
  if (cases.size() > maxCases)
    return refuse("differs in more than " + Twine(maxCases) +
                  " cases: split the operation");
  unsigned bits = getWidth(value.getType());
  if (bits > 1 &&
      !llvm::all_of(cases, [&](const Case &one) { return fits(one, bits); }))
    return refuse("may wrap in " + Twine(bits) +
                  " bits: compute it as an index, with smaller constants");
  return cases;
}

Cases IndexReader::read(Value value) {
  if (auto before = known.find(value); before != known.end())
    return before->second;
  Cases cases = checked(compute(value), value);
  known[value] = cases;
  return cases;
}

std::optional<Conditions> IndexReader::readCondition(Value condition,
                                                     bool expected) {
  std::optional<Conditions> found;
  for (const Case &one : read(condition)) {
    if ((cast<AffineConstantExpr>(one.value).getValue() != 0) != expected)
      continue;
    if (found)
      return std::nullopt;
    found = one.when;
  }
  return found;
}

Cases IndexReader::compute(Value value) {
  MLIRContext *context = value.getContext();
  Type type = value.getType();
  if (auto loop = loops.find(value); loop != loops.end())
    return {{{}, getAffineDimExpr(loop->second, context)}};
  if (!type.isIndex() && !(type.isSignlessInteger() && getWidth(type) <= 64))
    return refuseData(value);
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number))) {
    int64_t constant =
        type.isInteger(1) ? number.getZExtValue() : number.getSExtValue();
    return {{{}, getAffineConstantExpr(constant, context)}};
  }
  Operation *op = value.getDefiningOp();
  return op ? computeOperation(op) : refuseData(value);
}

Cases IndexReader::computeOperation(Operation *op) {
  return llvm::TypeSwitch<Operation *, Cases>(op)
      .Case([&](arith::SelectOp select) { return computeSelect(select); })
      .Case([&](arith::CmpIOp compare) { return computeCompare(compare); })
      .Case([&](affine::AffineApplyOp apply) { return computeApply(apply); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, arith::TruncIOp, index::CastSOp, index::CastUOp>(
          [&](Operation *cast) { return computeCast(cast); })
      .Default([&](Operation *other) {
        bool isLogical = other->getNumResults() == 1 &&
                         other->getResult(0).getType().isInteger(1);
        return isLogical ? computeLogic(other) : computeBinary(other);
      });
}

Cases IndexReader::computeCast(Operation *op) {
  Value source = op->getOperand(0);
  Type result = op->getResult(0).getType();
  bool isUnsigned =
      isa<arith::ExtUIOp, arith::IndexCastUIOp, index::CastUOp>(op);
  // Sign extension of the i1 true gives -1, and an integer truncated to i1 is
  // no comparison.
  if (result.isInteger(1) || (source.getType().isInteger(1) && !isUnsigned))
    return refuse("goes through '" + op->getName().getStringRef() +
                  "' of an i1: choose by arith.select");
  Cases cases = read(source);
  bool isLogical = source.getType().isInteger(1);
  if (isUnsigned && !isLogical && !requireNotNegative(op, cases))
    return {};
  return cases;
}

Cases IndexReader::computeSelect(arith::SelectOp op) {
  if (!op.getCondition().getType().isInteger(1))
    return refuseData(op.getResult());
  Cases all;
  for (const Case &condition : read(op.getCondition())) {
    bool holds = cast<AffineConstantExpr>(condition.value).getValue() != 0;
    Cases chosen = read(holds ? op.getTrueValue() : op.getFalseValue());
    if (chosen.empty())
      return {};
    for (const Case &one : chosen)
      addCase(all, region, {conjoin(condition.when, one.when), one.value});
  }
  return all;
}

Cases IndexReader::computeApply(affine::AffineApplyOp apply) {
  AffineMap map = apply.getAffineMap();
  MLIRContext *context = apply.getContext();
  SmallVector<AffineExpr> operands;
  for (Value operand : apply.getMapOperands()) {
    Cases cases = read(operand);
    if (cases.size() > 1)
      return refuse("goes through an affine.apply of what differs by case: "
                    "apply it in each case");
    if (cases.empty())
      return {};
    operands.push_back(cases.front().value);
  }
  // Symbols become dimensions after the others, so that one map composes both.
  SmallVector<AffineExpr> symbols;
  for (unsigned s = 0; s < map.getNumSymbols(); ++s)
    symbols.push_back(getAffineDimExpr(map.getNumDims() + s, context));
  AffineExpr expr = map.getResult(0).replaceSymbols(symbols);
  ArrayRef<int64_t> extents = region.getExtents();
  auto inner = AffineMap::get(extents.size(), 0, operands, context);
  FailureOr<AffineExpr> result = composeChecked(expr, inner, extents);
  if (failed(result) || !result->isPureAffine())
    return refuse("goes through an affine.apply that is not quasi-affine over "
                  "the loops: multiply and divide by constants only");
  return {{{}, *result}};
}
