//===- StatementBody.cpp - The body of a neo.compute in a thread ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StatementBody.h"

#include "SharedWindow.h"

#include "Neo/Dialect/ReductionCombiner.h"
#include "Neo/Schedule/GPU/AccessPlan.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neo;

StatementBody::StatementBody(KernelState &state, const AxisSpace &space,
                             IndexValues &values, ComputeOp op,
                             GPUScheduleAttr schedule)
    : state(state), space(space), values(values), op(op), schedule(schedule) {
  for (unsigned axis = 0; axis < space.getNumAxes(); ++axis)
    if (isReduced(op, space.getAxis(axis)) && space.hasEdge(axis))
      reducedEdges.push_back(axis);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The loop of the consumer that stands for dimension `d` of an inner result,
/// which is read at `index`; nothing for a dimension of extent 1 that the
/// consumer has no loop for, as `keepdims` leaves it: it lies with the rows.
static std::optional<unsigned> findLoop(ComputeOp op, AffineExpr index,
                                        unsigned d) {
  if (auto loop = dyn_cast<AffineDimExpr>(index))
    return loop.getPosition();
  SmallVector<int64_t> extents = op.getExtents();
  if (d < extents.size() && extents[d] == 1)
    return d;
  return std::nullopt;
}

/// An inner result is read where this thread made it.
Value StatementBody::readRegisters(unsigned operand, ArrayRef<int64_t> point) {
  SmallVector<unsigned> axes;
  for (auto [d, index] : llvm::enumerate(op.getMap(operand).getResults()))
    if (std::optional<unsigned> loop = findLoop(op, index, d))
      if (unsigned axis = space.getAxisOf(*loop);
          !llvm::is_contained(axes, axis))
        axes.push_back(axis);
  return state.getElement(op.getOperand(operand), keyOf(space, axes, point));
}

Value StatementBody::readWindow(unsigned operand, ArrayRef<int64_t> point,
                                int64_t width) {
  GPUAccessAttr plan = schedule.getReads()[operand];
  AffineExpr inside = getPlaceInWindow(space, plan.getWindow());
  Value place = values.get(space.at(inside, point));
  Type element = op.getOperandType(operand).getElementType();
  Value view = viewWindow(state, plan.getWindow(), element, stage);
  return loadElements(state, view, place, element, width, plan.getAlign());
}

/// `point` is the first of the elements; read once in a scope.
Value StatementBody::readVector(unsigned operand, ArrayRef<int64_t> point,
                                int64_t width) {
  GPUAccessAttr plan = schedule.getReads()[operand];
  std::vector<int64_t> key;
  bool isCounted = needsWhere(op, operand);
  for (auto [d, dim] : llvm::enumerate(space.getDims())) {
    bool matters = isCounted;
    for (AffineExpr index : op.getMap(operand).getResults())
      matters |= space.dependsOn(index, dim.axis);
    if (IntegerSet guard = op.getGuard(operand))
      for (AffineExpr constraint : guard.getConstraints())
        matters |= space.dependsOn(constraint, dim.axis);
    key.push_back(matters && dim.isUnrolled() ? point[d] : 0);
  }
  Value &known = vectors[{operand, key}];
  if (!known)
    known = plan.getSpace() == GPUSpace::shared
                ? readWindow(operand, point, width)
                : GlobalAccess(state, space, values, op, operand, plan)
                      .read(point, width);
  return known;
}

Value StatementBody::read(unsigned operand, ArrayRef<int64_t> point) {
  GPUAccessAttr plan = schedule.getReads()[operand];
  if (plan.getSpace() == GPUSpace::registers)
    return readRegisters(operand, point);
  int64_t width = plan.getVector();
  if (width == 1)
    return readVector(operand, point, 1);
  unsigned inner = *space.getInnermost(plan.getAlong());
  Point first(point);
  int64_t number = first[inner] % width;
  first[inner] -= number;
  Value vector = readVector(operand, first, width);
  return vector::ExtractOp::create(state.b, state.loc, vector, number);
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

void StatementBody::evaluateInto(IRMapping &mapping, ArrayRef<int64_t> point,
                                 Operation *leftOut) {
  for (auto [i, argument] : llvm::enumerate(op.getBodyBlock()->getArguments()))
    if (!argument.use_empty())
      mapping.map(argument, read(i, point));
  for (Operation &inner : op.getBodyBlock()->without_terminator()) {
    if (&inner == leftOut)
      continue;
    if (auto index = dyn_cast<IndexOp>(inner)) {
      AffineExpr loop = getAffineDimExpr(index.getLoop(), op.getContext());
      mapping.map(index.getResult(),
                  values.get(space.at(space.toDims(loop), point)));
      continue;
    }
    state.b.clone(inner, mapping);
  }
}

void StatementBody::prefetch(ArrayRef<int64_t> point) {
  for (auto [i, argument] : llvm::enumerate(op.getBodyBlock()->getArguments()))
    if (!argument.use_empty() &&
        schedule.getReads()[i].getSpace() == GPUSpace::global)
      read(i, point);
}

Value StatementBody::evaluate(ArrayRef<int64_t> point) {
  IRMapping mapping;
  evaluateInto(mapping, point, nullptr);
  return mapping.lookup(op.getYielded());
}

bool StatementBody::findsPosition() { return neo::findsPosition(op.getKind()); }

SmallVector<Value> StatementBody::identity() {
  OpBuilder &b = state.b;
  SmallVector<Value> result = {
      arith::ConstantOp::create(b, state.loc,
                                getIdentity(b, state.loc, op.getKind(),
                                            getAccumulatorTypes(op).front()))};
  // The identity has no position: any position comes before it.
  if (findsPosition())
    result.push_back(arith::ConstantOp::create(
        b, state.loc,
        b.getI64IntegerAttr(std::numeric_limits<int64_t>::max())));
  return result;
}

/// Is there a term at `point`? Null if there always is.
Value StatementBody::getTermGuard(ArrayRef<int64_t> point) {
  return conjoin(state, areInside(state, space, values, reducedEdges, point),
                 isCounted(state, space, values, op, point));
}

Value StatementBody::combine(Value a, Value b) {
  return neo::combine(state.b, state.loc, op.getKind(), a, b);
}

Value StatementBody::getPosition(ArrayRef<int64_t> point) {
  AffineExpr position = state.b.getAffineConstantExpr(0);
  for (auto [r, extent] : llvm::enumerate(op.getReductionExtents()))
    position = position * extent +
               state.b.getAffineDimExpr(op.getNumOutputLoops() + r);
  Value index = values.get(space.at(space.toDims(position), point));
  return arith::IndexCastOp::create(state.b, state.loc, state.b.getI64Type(),
                                    index);
}

/// The product that is summed, if its sum may be one operation with it.
static arith::MulFOp findSummedProduct(ComputeOp op, Type accumulator) {
  auto product = op.getYielded().getDefiningOp<arith::MulFOp>();
  if (!product || op.getKind() != ReductionKind::sum ||
      product.getType() != accumulator || !product->hasOneUse())
    return {};
  return product;
}

SmallVector<Value> StatementBody::accumulate(ValueRange accumulators,
                                             ArrayRef<int64_t> point) {
  OpBuilder &b = state.b;
  Value guard = getTermGuard(point);
  IRMapping mapping;
  arith::MulFOp product = findSummedProduct(op, accumulators[0].getType());
  evaluateInto(mapping, point, product);
  if (product) {
    Value sum = math::FmaOp::create(
        b, state.loc, mapping.lookupOrDefault(product.getLhs()),
        mapping.lookupOrDefault(product.getRhs()), accumulators[0]);
    if (guard)
      sum = arith::SelectOp::create(b, state.loc, guard, sum, accumulators[0]);
    return {sum};
  }
  Value term = mapping.lookup(op.getYielded());
  if (term.getType() != accumulators[0].getType())
    term = arith::ExtFOp::create(b, state.loc, accumulators[0].getType(), term);
  SmallVector<Value> terms = {term};
  if (findsPosition())
    terms.push_back(getPosition(point));
  SmallVector<Value> joined = join(accumulators, terms);
  if (guard)
    for (auto [value, old] : llvm::zip(joined, accumulators))
      value = arith::SelectOp::create(b, state.loc, guard, value, old);
  return joined;
}

/// Of equal terms, or several NaN, that which comes first.
static Value comesFirst(KernelState &state, ValueRange a, ValueRange b) {
  OpBuilder &o = state.b;
  Location loc = state.loc;
  Value same;
  if (isa<FloatType>(a[0].getType())) {
    using Predicate = arith::CmpFPredicate;
    Value equal = arith::CmpFOp::create(o, loc, Predicate::OEQ, a[0], b[0]);
    Value oneNaN = arith::CmpFOp::create(o, loc, Predicate::UNO, a[0], a[0]);
    Value otherNaN = arith::CmpFOp::create(o, loc, Predicate::UNO, b[0], b[0]);
    same = arith::OrIOp::create(
        o, loc, equal, arith::AndIOp::create(o, loc, oneNaN, otherNaN));
  } else {
    same = arith::CmpIOp::create(o, loc, arith::CmpIPredicate::eq, a[0], b[0]);
  }
  Value earlier =
      arith::CmpIOp::create(o, loc, arith::CmpIPredicate::slt, b[1], a[1]);
  return arith::AndIOp::create(o, loc, same, earlier);
}

SmallVector<Value> StatementBody::join(ValueRange a, ValueRange b) {
  if (!findsPosition())
    return {combine(a[0], b[0])};
  Value first = comesFirst(state, a, b);
  BestTerm best =
      combineBest(state.b, state.loc, op.getKind(), {a[0], a[1]}, {b[0], b[1]});
  return {
      arith::SelectOp::create(state.b, state.loc, first, b[0], best.value),
      arith::SelectOp::create(state.b, state.loc, first, b[1], best.position)};
}

Value StatementBody::finish(ValueRange accumulators) {
  if (findsPosition())
    return accumulators[1];
  Type type = op.getType().getElementType();
  if (accumulators[0].getType() == type)
    return accumulators[0];
  return arith::TruncFOp::create(state.b, state.loc, type, accumulators[0]);
}
