//===- ReductionCombiner.cpp - Reductions as scalar operations ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/ReductionCombiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

static arith::AtomicRMWKind getAtomicKind(ReductionKind kind, Type type) {
  using Atomic = arith::AtomicRMWKind;
  bool isFloat = isa<FloatType>(type);
  switch (kind) {
  case ReductionKind::prod:
    return isFloat ? Atomic::mulf : Atomic::muli;
  case ReductionKind::max:
  case ReductionKind::argmax:
    return isFloat ? Atomic::maximumf : Atomic::maxs;
  case ReductionKind::min:
  case ReductionKind::argmin:
    return isFloat ? Atomic::minimumf : Atomic::mins;
  case ReductionKind::and_:
    return Atomic::andi;
  case ReductionKind::or_:
    return Atomic::ori;
  case ReductionKind::none:
  case ReductionKind::sum:
    break;
  }
  return isFloat ? Atomic::addf : Atomic::addi;
}

TypedAttr neo::getIdentity(OpBuilder &b, Location loc, ReductionKind kind,
                           Type type) {
  return arith::getIdentityValueAttr(getAtomicKind(kind, type), type, b, loc);
}

Value neo::combine(OpBuilder &b, Location loc, ReductionKind kind,
                   Value accumulator, Value term) {
  if (kind == ReductionKind::none)
    return term;
  return arith::getReductionOp(getAtomicKind(kind, term.getType()), b, loc,
                               accumulator, term);
}

static Value isBetter(OpBuilder &b, Location loc, bool wantsLarge, Value term,
                      Value best) {
  if (!isa<FloatType>(term.getType())) {
    auto predicate =
        wantsLarge ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt;
    return arith::CmpIOp::create(b, loc, predicate, term, best);
  }
  // Unordered or better: true if the term is NaN, but also if the best is.
  auto predicate =
      wantsLarge ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT;
  Value better = arith::CmpFOp::create(b, loc, predicate, term, best);
  Value bestIsNumber =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, best, best);
  return arith::AndIOp::create(b, loc, better, bestIsNumber);
}

BestTerm neo::combineBest(OpBuilder &b, Location loc, ReductionKind kind,
                          BestTerm best, BestTerm term) {
  Value better =
      isBetter(b, loc, kind == ReductionKind::argmax, term.value, best.value);
  return {
      arith::SelectOp::create(b, loc, better, term.value, best.value),
      arith::SelectOp::create(b, loc, better, term.position, best.position)};
}
