//===- GlobalAccess.cpp - Elements of tensors in device memory ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GlobalAccess.h"

#include "Neo/Schedule/GPU/AccessPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace neo;

Value neo::areInside(KernelState &state, const AxisSpace &space,
                     IndexValues &values, ArrayRef<int64_t> axes,
                     ArrayRef<int64_t> point) {
  Value all;
  for (int64_t axis : axes) {
    AffineExpr step = space.at(space.getStep(axis), point);
    all = conjoin(state, all, values.isBelow(step, space.getExtent(axis)));
  }
  return all;
}

/// The constraint of `which` after `which[i]` that bounds the same expression
/// from the other side: their sum is the constant `distance`.
static std::optional<size_t> findOtherSide(IntegerSet set,
                                           ArrayRef<int64_t> which, size_t i,
                                           int64_t &distance) {
  for (size_t j = i + 1; j < which.size(); ++j) {
    if (set.isEq(which[i]) || set.isEq(which[j]))
      continue;
    auto sum = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        set.getConstraint(which[i]) + set.getConstraint(which[j]),
        set.getNumDims(), set.getNumSymbols()));
    if (!sum || sum.getValue() < 0)
      continue;
    distance = sum.getValue();
    return j;
  }
  return std::nullopt;
}

Value neo::holdAll(KernelState &state, const AxisSpace &space,
                   IndexValues &values, IntegerSet set, ArrayRef<int64_t> which,
                   ArrayRef<int64_t> point) {
  Value all;
  SmallVector<bool> isDone(which.size());
  for (size_t i = 0; i < which.size(); ++i) {
    if (isDone[i])
      continue;
    AffineExpr expr =
        space.at(space.toDims(set.getConstraint(which[i])), point);
    int64_t distance = 0;
    std::optional<size_t> other = findOtherSide(set, which, i, distance);
    if (other)
      isDone[*other] = true;
    all = conjoin(state, all,
                  other ? values.isWithin(expr, distance)
                        : values.holds(expr, set.isEq(which[i])));
  }
  return all;
}

Value neo::isCounted(KernelState &state, const AxisSpace &space,
                     IndexValues &values, ComputeOp op,
                     ArrayRef<int64_t> point) {
  IntegerSet where = op.getWhereSet();
  if (!where)
    return {};
  auto all = llvm::to_vector(
      llvm::seq<int64_t>(0, int64_t(where.getNumConstraints())));
  return holdAll(state, space, values, where, all, point);
}

/// A byte as a truth value, lane by lane.
static Value toTruth(KernelState &state, Value bytes) {
  Value zero = arith::ConstantOp::create(state.b, state.loc,
                                         state.b.getZeroAttr(bytes.getType()));
  return arith::CmpIOp::create(state.b, state.loc, arith::CmpIPredicate::ne,
                               bytes, zero);
}

/// Elements are aligned to their size. It has to be said: LLVM aligns i64 to 4
/// bytes where no data layout is known, and such a load is two.
static llvm::MaybeAlign getElementAlign(Type element) {
  return llvm::Align(
      llvm::divideCeil(getStorageType(element).getIntOrFloatBitWidth(), 8));
}

Value neo::loadElements(KernelState &state, Value buffer, Value place,
                        Type element, int64_t width, int64_t align) {
  Value loaded;
  if (width == 1) {
    loaded =
        memref::LoadOp::create(state.b, state.loc, buffer, place,
                               /*nontemporal=*/false, getElementAlign(element));
  } else {
    auto type = VectorType::get({width}, getStorageType(element));
    loaded = vector::LoadOp::create(state.b, state.loc, type, buffer,
                                    ValueRange(place), /*nontemporal=*/false,
                                    llvm::MaybeAlign(align));
  }
  return element.isInteger(1) ? toTruth(state, loaded) : loaded;
}

void neo::storeElements(KernelState &state, Value value, Value buffer,
                        Value place, int64_t align) {
  OpBuilder &b = state.b;
  Type element = getElementTypeOrSelf(value.getType());
  auto vector = dyn_cast<VectorType>(value.getType());
  if (element.isInteger(1)) {
    Type bytes = b.getI8Type();
    value = arith::ExtUIOp::create(
        b, state.loc, vector ? Type(vector.clone(bytes)) : bytes, value);
  }
  if (vector)
    vector::StoreOp::create(b, state.loc, value, buffer, ValueRange(place),
                            /*nontemporal=*/false, llvm::MaybeAlign(align));
  else
    memref::StoreOp::create(b, state.loc, value, buffer, place,
                            /*nontemporal=*/false, getElementAlign(element));
}

GlobalAccess::GlobalAccess(KernelState &state, const AxisSpace &space,
                           IndexValues &values, ComputeOp op, unsigned operand,
                           GPUAccessAttr plan)
    : state(state), space(space), values(values), op(op), operand(operand),
      plan(plan), address(space.getAddress(op.getMap(operand),
                                           op.getOperandType(operand))) {}

Value GlobalAccess::isRead(ArrayRef<int64_t> point) {
  Value inside = areInside(state, space, values, plan.getEdges(), point);
  if (IntegerSet guard = op.getGuard(operand))
    inside =
        conjoin(state, inside,
                holdAll(state, space, values, guard, plan.getGuards(), point));
  if (!needsWhere(op, operand))
    return inside;
  return conjoin(state, inside, isCounted(state, space, values, op, point));
}

Value GlobalAccess::place(ArrayRef<int64_t> point, Value isRead) {
  Value place = values.get(space.at(address, point));
  if (!isRead)
    return place;
  return arith::SelectOp::create(state.b, state.loc, isRead, place,
                                 state.constant(0));
}

TypedAttr GlobalAccess::getPad() const {
  ComputeOp compute = op;
  if (TypedAttr pad = compute.getPad(operand))
    return pad;
  return state.b.getZeroAttr(compute.getOperandType(operand).getElementType());
}

Value GlobalAccess::getBuffer() const {
  ComputeOp compute = op;
  return state.buffers.lookup(compute.getOperand(operand));
}

Value GlobalAccess::read(ArrayRef<int64_t> point, int64_t width, bool pads) {
  OpBuilder &b = state.b;
  RankedTensorType type = op.getOperandType(operand);
  TypedAttr pad = getPad();
  if (width > 1)
    pad = DenseElementsAttr::get(
        VectorType::get({width}, type.getElementType()), Attribute(pad));
  // Without elements nothing is ever read: every guard fails.
  if (type.getNumElements() == 0)
    return arith::ConstantOp::create(b, state.loc, pad);
  Value inside = isRead(point);
  Value loaded = loadElements(state, getBuffer(), place(point, inside),
                              type.getElementType(), width, plan.getAlign());
  if (!inside || !(pads || op.getGuard(operand)))
    return loaded;
  Value outside = arith::ConstantOp::create(b, state.loc, pad);
  return arith::SelectOp::create(b, state.loc, inside, loaded, outside);
}
