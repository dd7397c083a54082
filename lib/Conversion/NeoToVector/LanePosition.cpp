//===- LanePosition.cpp - The first extremum of a vector ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LanePosition.h"

using namespace mlir;
using namespace neo;

/// Which lanes hold the extremum: those that are NaN, if one is.
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
                                  arith::FastMathFlags::nsz));
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
