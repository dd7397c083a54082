//===- Accumulation.cpp - Matching reductions of linalg -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Accumulation.h"

#include "Neo/Dialect/ReductionCombiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neo;

/// The values of the block that depend on `argument`.
static llvm::DenseSet<Value> getDependents(BlockArgument argument) {
  llvm::DenseSet<Value> dependents{argument};
  for (Operation &op : *argument.getOwner())
    if (llvm::any_of(op.getOperands(),
                     [&](Value v) { return dependents.contains(v); }))
      dependents.insert(op.result_begin(), op.result_end());
  return dependents;
}

/// The reduction kind whose combiner is `op`; none if there is none.
static ReductionKind getKind(Operation *op) {
  using Kind = ReductionKind;
  bool isLogical = op->getResult(0).getType().isInteger(1);
  auto unlessLogical = [&](Kind kind) { return isLogical ? Kind::none : kind; };
  auto unlessNaN = [](arith::FastMathFlags flags, Kind kind) {
    bool noNaN = bitEnumContainsAll(flags, arith::FastMathFlags::nnan);
    return noNaN ? kind : Kind::none;
  };
  return llvm::TypeSwitch<Operation *, Kind>(op)
      .Case<arith::AddFOp, arith::SubFOp>([](auto) { return Kind::sum; })
      .Case<arith::AddIOp, arith::SubIOp>(
          [&](auto) { return unlessLogical(Kind::sum); })
      .Case([](arith::MulFOp) { return Kind::prod; })
      .Case([&](arith::MulIOp) { return isLogical ? Kind::and_ : Kind::prod; })
      .Case([](arith::MaximumFOp) { return Kind::max; })
      .Case([](arith::MinimumFOp) { return Kind::min; })
      .Case([&](arith::MaxNumFOp max) {
        return unlessNaN(max.getFastmath(), Kind::max);
      })
      .Case([&](arith::MinNumFOp min) {
        return unlessNaN(min.getFastmath(), Kind::min);
      })
      .Case([&](arith::MaxSIOp) { return unlessLogical(Kind::max); })
      .Case([&](arith::MinSIOp) { return unlessLogical(Kind::min); })
      .Case([](arith::AndIOp) { return Kind::and_; })
      .Case([](arith::OrIOp) { return Kind::or_; })
      .Default([](Operation *) { return Kind::none; });
}

static LogicalResult refuseCombiner(Operation *op, Raising &raising) {
  StringRef name = op->getName().getStringRef();
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op))
    return raising.refuse(
        "it reduces by '" + name +
        "', which leaves NaN out where max and min of a neo.compute hand it "
        "on: use arith.maximumf or arith.minimumf, or state fastmath<nnan>");
  bool isLogical = op->getResult(0).getType().isInteger(1);
  return raising.refuse(
      "its accumulator goes through '" + name + "'" +
      (isLogical ? " of i1" : "") +
      ", but a neo.compute reduces by addition, multiplication, maximum, "
      "minimum, and, or alone: reduce by one of them and apply the rest to "
      "terms or to the result, or write the loop as a neo.scan");
}

static LogicalResult refuseChoice(Raising &raising) {
  return raising.refuse(
      "its body chooses between two accumulations, but a neo.compute reduces "
      "in one way: choose between the terms, or between the accumulator with "
      "a term and as it was");
}

namespace {
/// The enclosing selects during the search for terms: each yields the
/// accumulator before some terms, or after them.
class SkippedTerms {
public:
  /// The operand of `select` that includes the terms.
  Value begin(arith::SelectOp select) {
    bool holds = !isBefore(select.getTrueValue(), select.getFalseValue());
    Value counted = holds ? select.getTrueValue() : select.getFalseValue();
    Value before = holds ? select.getFalseValue() : select.getTrueValue();
    open.push_back({{select.getCondition(), holds}, before});
    return counted;
  }
  /// Closes the selects whose other operand is `value`.
  void endAt(Value value) {
    while (!open.empty() && open.back().before == value)
      open.pop_back();
  }
  bool isOpen() const { return !open.empty(); }
  SmallVector<Literal> getWhen() const {
    return llvm::map_to_vector(open, [](const Skip &s) { return s.literal; });
  }

private:
  static bool isBefore(Value a, Value b) {
    Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
    return y &&
           (!x || (x->getBlock() == y->getBlock() && x->isBeforeInBlock(y)));
  }

  struct Skip {
    Literal literal;
    Value before;
  };
  SmallVector<Skip> open;
};
} // namespace

FailureOr<Accumulation> neo::findAccumulation(Value yielded,
                                              BlockArgument accumulator,
                                              Raising &raising) {
  llvm::DenseSet<Value> dependents = getDependents(accumulator);
  if (!dependents.contains(yielded))
    return raising.refuse("a reduction loop overwrites its result instead of "
                          "accumulating, so that its last step alone counts: "
                          "combine with the value in outs, or read the "
                          "operands at the last step without the loop");
  Accumulation found;
  SkippedTerms skipped;
  while (skipped.endAt(yielded), yielded != accumulator) {
    Operation *op = yielded.getDefiningOp();
    if (auto select = dyn_cast<arith::SelectOp>(op);
        select && !dependents.contains(select.getCondition())) {
      yielded = skipped.begin(select);
      if (!dependents.contains(yielded))
        return refuseChoice(raising);
      continue;
    }
    ReductionKind kind = getKind(op);
    if (kind == ReductionKind::none ||
        (found.kind != ReductionKind::none && found.kind != kind))
      return refuseCombiner(op, raising);
    found.kind = kind;
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    bool onLeft = dependents.contains(lhs), onRight = dependents.contains(rhs);
    bool subtracts = isa<arith::SubFOp, arith::SubIOp>(op);
    if (onLeft == onRight || (subtracts && onRight))
      return refuseCombiner(op, raising);
    found.terms.push_back({onLeft ? rhs : lhs, subtracts, skipped.getWhen()});
    yielded = onLeft ? lhs : rhs;
  }
  if (skipped.isOpen())
    return refuseChoice(raising);
  if (found.terms.empty())
    return raising.refuse("a reduction loop hands its accumulator on and "
                          "reduces nothing: read outs without the loop");
  return found;
}

static Value negate(OpBuilder &b, Location loc, Value value) {
  Type type = value.getType();
  if (isa<FloatType>(type))
    return arith::NegFOp::create(b, loc, value);
  Value zero = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, 0));
  return arith::SubIOp::create(b, loc, zero, value);
}

Value Accumulation::combineTerms(OpBuilder &b, Location loc,
                                 const IRMapping &values) const {
  Value all;
  for (const Term &term : llvm::reverse(terms)) {
    Value value = values.lookup(term.value);
    if (term.isNegated)
      value = negate(b, loc, value);
    for (Literal literal : term.when) {
      Value nothing = arith::ConstantOp::create(
          b, loc, getIdentity(b, loc, kind, value.getType()));
      Value holds = values.lookup(literal.condition);
      value = arith::SelectOp::create(b, loc, holds,
                                      literal.holds ? value : nothing,
                                      literal.holds ? nothing : value);
    }
    all = all ? combine(b, loc, kind, all, value) : value;
  }
  return all;
}

bool neo::isIdentity(ReductionKind kind, TypedAttr value) {
  OpBuilder b(value.getContext());
  TypedAttr identity = getIdentity(b, b.getUnknownLoc(), kind, value.getType());
  if (value == identity)
    return true;
  auto number = dyn_cast<FloatAttr>(value);
  return kind == ReductionKind::sum && number && number.getValue().isZero();
}
