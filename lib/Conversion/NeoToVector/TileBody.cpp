//===- TileBody.cpp - The vectorised body of an operator ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileBody.h"

#include "Neo/Dialect/PackedDotProduct.h"
#include "Neo/Dialect/Positions.h"

#include "DotProductInstructions.h"
#include "LanePosition.h"
#include "ShiftedTerms.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <limits>

using namespace mlir;
using namespace neo;

bool TileBody::findsPosition() const {
  return neo::findsPosition(op().getKind());
}

Type TileBody::positionType() const {
  return countsIn32Bits(state.nest) ? Type(state.b.getI32Type())
                                    : state.b.getIndexType();
}

Type TileBody::accumulatorType() const {
  ComputeOp op = this->op();
  Type type = op.getYielded().getType();
  bool adds =
      op.getKind() == ReductionKind::sum || op.getKind() == ReductionKind::prod;
  return adds ? getSumElement(type) : type;
}

/// The neutral element of `kind` for `type`.
static TypedAttr identityOf(OpBuilder &b, ReductionKind kind, Type type) {
  bool highest = kind == ReductionKind::min || kind == ReductionKind::argmin;
  bool lowest = kind == ReductionKind::max || kind == ReductionKind::argmax;
  if (auto real = dyn_cast<FloatType>(type)) {
    if (highest || lowest)
      return b.getFloatAttr(real,
                            APFloat::getInf(real.getFloatSemantics(), lowest));
    return b.getFloatAttr(real, kind == ReductionKind::prod ? 1.0 : 0.0);
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  APInt value(bits, 0);
  if (highest)
    value = APInt::getSignedMaxValue(bits);
  else if (lowest)
    value = APInt::getSignedMinValue(bits);
  else if (kind == ReductionKind::prod)
    value = APInt(bits, 1);
  else if (kind == ReductionKind::and_)
    value = APInt::getAllOnes(bits);
  return b.getIntegerAttr(type, value);
}

SmallVector<Value> TileBody::identity() {
  ReductionKind kind = op().getKind();
  SmallVector<Value> accumulators = {
      state.splat(identityOf(state.b, kind, accumulatorType()))};
  if (findsPosition())
    accumulators.push_back(
        state.splat(cast<TypedAttr>(state.b.getZeroAttr(positionType()))));
  return accumulators;
}

std::pair<unsigned, std::vector<int64_t>>
TileBody::readKey(unsigned index, const TilePoint &point) const {
  const NestOperand &operand = state.nest.operands[index];
  std::vector<int64_t> key = {point.validLanes};
  for (auto [loop, offset] : llvm::enumerate(point.offsets))
    key.push_back(operand.dependsOn(loop) ? offset : 0);
  return {index, key};
}

/// Loads the operand for all steps of an unrolled loop at once, transposed,
/// where that saves loads.
bool TileBody::readRuns(unsigned index, const TilePoint &point) {
  const NestOperand &operand = state.nest.operands[index];
  AccessPlan plan(state.nest, state.schedule, operand);
  std::optional<unsigned> run = plan.transposedLoop();
  if (!run || state.steps[*run] != state.schedule.tile[*run] ||
      !state.isWhole(point))
    return false;
  TilePoint first = point;
  first.offsets[*run] = 0;
  SmallVector<Value> vectors =
      readTransposed(state, operand, buffers[index], first, *run);
  for (auto [step, vector] : llvm::enumerate(vectors)) {
    first.offsets[*run] = step;
    loaded[readKey(index, first)] = vector;
  }
  return true;
}

Value TileBody::read(unsigned index, const TilePoint &point) {
  if (supply)
    if (Value value = supply(index, point))
      return value;
  TilePoint reading = readingPoint(state, state.nest.operands[index], point);
  auto key = readKey(index, reading);
  auto known = loaded.find(key);
  if (known != loaded.end())
    return known->second;
  if (panels)
    if (Value packed = panels->read(index, point))
      return loaded[key] = packed;
  if (Value picked = columns.pick(index, point))
    return loaded[key] = picked;
  if (readRuns(index, point))
    return loaded[key];
  if (streams)
    streams->prefetch(index, point);
  return loaded[key] = readOperand(state, state.nest.operands[index],
                                   buffers[index], reading);
}

Value TileBody::evaluateIndex(IndexOp op, const TilePoint &point) {
  LinearForm form = LinearForm::get(state.nest.originalLoops[op.getLoop()],
                                    state.nest.loops.size());
  return state.indexVector(form, point.offsets);
}

/// Compares `number` with the position, see NarrowPositions.h.
Value TileBody::evaluateTest(const PositionTest &test, Value number,
                             const TilePoint &point) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  VectorType words = state.vectorOf(b.getI32Type());
  auto predicate =
      test.isEqual ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne;
  Value position = arith::IndexCastOp::create(
      b, loc, words, evaluateIndex(test.position, point));
  if (number.getType() == words)
    return arith::CmpIOp::create(b, loc, predicate, number, position);
  Value low = arith::TruncIOp::create(b, loc, words, number);
  Value same = arith::CmpIOp::create(b, loc, predicate, low, position);
  Value extended = arith::ExtSIOp::create(b, loc, number.getType(), low);
  Value fits = arith::CmpIOp::create(b, loc, predicate, extended, number);
  if (test.isEqual)
    return arith::AndIOp::create(b, loc, fits, same);
  return arith::OrIOp::create(b, loc, fits, same);
}

/// Replaces `op`, one of whose operands is a pad or another number, by what it
/// folds to, if anything: each section of a joined tensor adds pads to what it
/// reads, and code would grow with their product.
static Value foldConstants(OpBuilder &b, Operation *op) {
  bool hasConstant = llvm::any_of(op->getOperands(), [](Value operand) {
    return matchPattern(operand, m_Constant());
  });
  if (!hasConstant || !isa<arith::ArithDialect>(op->getDialect()))
    return nullptr;
  SmallVector<Value> results;
  // The first fold may only have moved a number to the right.
  if (succeeded(b.tryFold(op, results)) && results.empty())
    (void)b.tryFold(op, results);
  if (results.size() != 1)
    return nullptr;
  op->erase();
  return results.front();
}

void TileBody::evaluateInto(IRMapping &values, const TilePoint &point) {
  ComputeOp op = this->op();
  OpBuilder &b = state.b;
  for (auto [i, argument] : llvm::enumerate(op.getBodyBlock()->getArguments()))
    if (!argument.use_empty())
      values.map(argument, read(i, point));
  for (Operation &inner : op.getBodyBlock()->without_terminator()) {
    if (auto index = dyn_cast<IndexOp>(inner)) {
      values.map(index.getResult(), evaluateIndex(index, point));
      continue;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(inner)) {
      values.map(constant.getResult(),
                 state.splat(cast<TypedAttr>(constant.getValue())));
      continue;
    }
    if (auto test = PositionTest::match(&inner, state.nest)) {
      Value number = values.lookup(test->number);
      values.map(inner.getResult(0), evaluateTest(*test, number, point));
      continue;
    }
    Operation *clone = b.clone(inner, values);
    for (Value result : clone->getResults())
      result.setType(state.vectorOf(result.getType()));
    if (Value folded = foldConstants(b, clone))
      values.map(inner.getResult(0), folded);
  }
}

Value TileBody::evaluate(const TilePoint &point) {
  if (Value words = tryReadWords(state, buffers, point))
    return words;
  IRMapping values;
  evaluateInto(values, point);
  return values.lookup(op().getYielded());
}

/// Mask of the lanes that have a term: off where the term's guard fails, and
/// past the end of a reduction. Null if all are on.
Value TileBody::lanesWithTerm(const TilePoint &point) {
  LaneMask guard = evaluateGuard(state, state.nest.where, point);
  if (state.schedule.reducesLanes(state.nest))
    return toVectorMask(state, guard, point.validLanes);
  return toVectorMask(state, guard);
}

/// Selects the identity in lanes without a term.
Value TileBody::maskTerm(Value term, const TilePoint &point) {
  Value mask = lanesWithTerm(point);
  if (!mask)
    return term;
  Type type = cast<VectorType>(term.getType()).getElementType();
  Value neutral = state.splat(identityOf(state.b, op().getKind(), type));
  return arith::SelectOp::create(state.b, state.loc, mask, term, neutral);
}

Value TileBody::join(Value accumulator, Value term) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  bool real = isa<FloatType>(getElementTypeOrSelf(accumulator.getType()));
  // Either of +0 and -0 is the extremum, as in NumPy; to order them takes twice
  // the instructions.
  auto anyZero = arith::FastMathFlags::nsz;
  // The expansion compares the first operand for NaN. With the term as first
  // operand this compare is not on the critical path through the accumulator.
  switch (op().getKind()) {
  case ReductionKind::sum:
    return real ? arith::AddFOp::create(b, loc, accumulator, term).getResult()
                : arith::AddIOp::create(b, loc, accumulator, term).getResult();
  case ReductionKind::prod:
    return real ? arith::MulFOp::create(b, loc, accumulator, term).getResult()
                : arith::MulIOp::create(b, loc, accumulator, term).getResult();
  case ReductionKind::max:
    return real ? arith::MaximumFOp::create(b, loc, term, accumulator, anyZero)
                      .getResult()
                : arith::MaxSIOp::create(b, loc, accumulator, term).getResult();
  case ReductionKind::min:
    return real ? arith::MinimumFOp::create(b, loc, term, accumulator, anyZero)
                      .getResult()
                : arith::MinSIOp::create(b, loc, accumulator, term).getResult();
  case ReductionKind::and_:
    return arith::AndIOp::create(b, loc, accumulator, term);
  case ReductionKind::or_:
    return arith::OrIOp::create(b, loc, accumulator, term);
  default:
    return term;
  }
}

/// The first of equal extrema is kept; NaN is better than every number, as in
/// NumPy.
SmallVector<Value> TileBody::joinPosition(ValueRange accumulators, Value term,
                                          const TilePoint &point) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  bool max = op().getKind() == ReductionKind::argmax;
  Value best = accumulators[0], better;
  if (isa<FloatType>(cast<VectorType>(term.getType()).getElementType())) {
    auto beats = max ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT;
    Value wins = arith::CmpFOp::create(b, loc, beats, term, best);
    Value isNumber =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, best, best);
    better = arith::AndIOp::create(b, loc, wins, isNumber);
  } else {
    auto beats = max ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt;
    better = arith::CmpIOp::create(b, loc, beats, term, best);
  }
  Value here = state.indexVector(state.nest.termPosition(), point.offsets);
  if (positionType() != b.getIndexType())
    here = arith::IndexCastOp::create(b, loc, state.vectorOf(positionType()),
                                      here);
  return {arith::SelectOp::create(b, loc, better, term, best),
          arith::SelectOp::create(b, loc, better, here, accumulators[1])};
}

/// The value in the body that is added up: a packed dot product is not rounded
/// to bf16 before that.
Value TileBody::yieldedTerm() const {
  Value yielded = op().getYielded();
  auto rounded = yielded.getDefiningOp<arith::TruncFOp>();
  return rounded && matchPackedDotProduct(op()) ? rounded.getIn() : yielded;
}

SmallVector<Value> TileBody::accumulate(ValueRange accumulators,
                                        const TilePoint &point) {
  IRMapping values;
  evaluateInto(values, point);
  bool reduced = state.schedule.reducesLanes(state.nest);
  if (!reduced || point.validLanes == state.lanes)
    if (Value sum = tryPackedDotProduct(state, accumulators[0], values))
      return {sum};
  if (Value sum = tryFusedMultiplyAdd(accumulators[0], values, point))
    return {sum};
  Value term = values.lookup(yieldedTerm());
  if (!findsPosition() || reduced)
    term = maskTerm(term, point);
  if (findsPosition())
    return joinPosition(accumulators, term, point);
  if (term.getType() != accumulators[0].getType())
    term = arith::ExtFOp::create(state.b, state.loc, accumulators[0].getType(),
                                 term);
  return {join(accumulators[0], term)};
}

static vector::CombiningKind combiningKind(ReductionKind kind, Type type) {
  bool real = isa<FloatType>(type);
  switch (kind) {
  case ReductionKind::prod:
    return vector::CombiningKind::MUL;
  case ReductionKind::max:
    return real ? vector::CombiningKind::MAXIMUMF
                : vector::CombiningKind::MAXSI;
  case ReductionKind::min:
    return real ? vector::CombiningKind::MINIMUMF
                : vector::CombiningKind::MINSI;
  case ReductionKind::and_:
    return vector::CombiningKind::AND;
  case ReductionKind::or_:
    return vector::CombiningKind::OR;
  default:
    return vector::CombiningKind::ADD;
  }
}

/// Converts a position, or a vector of them, to the result's type.
static Value toElement(OpBuilder &b, Location loc, Type type, Value position) {
  if (getElementTypeOrSelf(position.getType()).isIndex())
    return arith::IndexCastOp::create(b, loc, type, position);
  return arith::ExtUIOp::create(b, loc, type, position);
}

Value TileBody::finish(ValueRange accumulators) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  ComputeOp op = this->op();
  Value value = accumulators.back();
  Type type = op.getType().getElementType();
  if (findsPosition() && state.schedule.reducesLanes(state.nest)) {
    value = findFirst(b, loc, op.getKind() == ReductionKind::argmax,
                      accumulators.front(), value);
    return toElement(b, loc, type, value);
  }
  if (findsPosition())
    return toElement(b, loc, state.vectorOf(type), value);
  if (state.schedule.reducesLanes(state.nest)) {
    // The order of lanes was changed by vectorisation already, and the sign of
    // a zero extremum is unspecified as above.
    auto flags = arith::FastMathFlags::reassoc;
    if (op.getKind() != ReductionKind::sum)
      flags = flags | arith::FastMathFlags::nsz;
    value = vector::ReductionOp::create(
        b, loc, combiningKind(op.getKind(), type), value, flags);
  }
  if (getElementTypeOrSelf(value.getType()) == type)
    return value;
  Type narrow =
      isa<VectorType>(value.getType()) ? Type(state.vectorOf(type)) : type;
  return arith::TruncFOp::create(b, loc, narrow, value);
}

Value TileBody::identityLike(Type type) {
  TypedAttr value =
      identityOf(state.b, op().getKind(), getElementTypeOrSelf(type));
  if (isa<VectorType>(type))
    return state.splat(value);
  return arith::ConstantOp::create(state.b, state.loc, value);
}

Value TileBody::joinPartial(Value value, Value partial, Value blockStart) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        blockStart, state.constantIndex(0));
  partial = arith::SelectOp::create(b, loc, isFirst,
                                    identityLike(value.getType()), partial);
  return join(partial, value);
}

Value TileBody::addPartial(Value value, Value blockStart, Value buffer,
                           const TilePoint &point) {
  Value partial = isa<VectorType>(value.getType())
                      ? readResult(state, buffer, point)
                      : readScalarResult(state, buffer, point);
  return joinPartial(value, partial, blockStart);
}
