//===- LanePosition.cpp - argmax over the lanes of a vector ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LanePosition.h"

using namespace mlir;
using namespace neo;

/// Mask of the lanes that hold the extremum: those that are NaN, if any is.
static Value findBest(OpBuilder &b, Location loc, bool max, Value values) {
  auto type = cast<VectorType>(values.getType());
  bool real = isa<FloatType>(type.getElementType());
  auto kind = max ? (real ? vector::CombiningKind::MAXIMUMF
                          : vector::CombiningKind::MAXSI)
                  : (real ? vector::CombiningKind::MINIMUMF
                          : vector::CombiningKind::MINSI);
  Value extremum = vector::BroadcastOp::create(
      b, loc, type,
      vector::ReductionOp::create(b, loc, kind, values,
                                  arith::FastMathFlags::nsz |
                                      arith::FastMathFlags::reassoc));
  if (!real)
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, values,
                                 extremum);
  auto compare = [&](arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, loc, predicate, x, y);
  };
  Value equal = compare(arith::CmpFPredicate::OEQ, values, extremum);
  Value isNaN = compare(arith::CmpFPredicate::UNO, values, values);
  return arith::OrIOp::create(b, loc, equal, isNaN);
}

Value neo::findFirst(OpBuilder &b, Location loc, bool max, Value values,
                     Value positions) {
  Value best = findBest(b, loc, max, values);
  auto type = cast<VectorType>(positions.getType());
  int64_t largest = type.getElementType().isInteger(32)
                        ? int64_t(std::numeric_limits<int32_t>::max())
                        : std::numeric_limits<int64_t>::max();
  Value none = arith::ConstantOp::create(
      b, loc,
      cast<TypedAttr>(DenseElementsAttr::get(
          type, Attribute(b.getIntegerAttr(type.getElementType(), largest)))));
  Value candidates = arith::SelectOp::create(b, loc, best, positions, none);
  return vector::ReductionOp::create(b, loc, vector::CombiningKind::MINUI,
                                     candidates);
}

/// Masks of the lanes where `y` is the better extremum, NaN being better than
/// all numbers, and of those where both are equally good.
static std::pair<Value, Value> compareExtrema(OpBuilder &b, Location loc,
                                              bool max, Value x, Value y) {
  if (!isa<FloatType>(getElementTypeOrSelf(x.getType()))) {
    auto beats = max ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt;
    return {arith::CmpIOp::create(b, loc, beats, y, x),
            arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, y, x)};
  }
  auto compare = [&](arith::CmpFPredicate predicate, Value l, Value r) {
    return arith::CmpFOp::create(b, loc, predicate, l, r).getResult();
  };
  auto beats = max ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT;
  Value isNumber = compare(arith::CmpFPredicate::ORD, x, x);
  Value wins = arith::AndIOp::create(b, loc, compare(beats, y, x), isNumber);
  Value areNaN =
      arith::AndIOp::create(b, loc, compare(arith::CmpFPredicate::UNO, x, x),
                            compare(arith::CmpFPredicate::UNO, y, y));
  Value same = compare(arith::CmpFPredicate::OEQ, y, x);
  return {wins, arith::OrIOp::create(b, loc, same, areNaN)};
}

SmallVector<Value> neo::joinFirst(OpBuilder &b, Location loc, bool max,
                                  ValueRange x, ValueRange y) {
  auto [wins, ties] = compareExtrema(b, loc, max, x[0], y[0]);
  Value earlier =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, y[1], x[1]);
  Value better = arith::OrIOp::create(
      b, loc, wins, arith::AndIOp::create(b, loc, ties, earlier));
  return {arith::SelectOp::create(b, loc, better, y[0], x[0]),
          arith::SelectOp::create(b, loc, better, y[1], x[1])};
}
