//===- ResultStore.cpp - From registers to the result ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ResultStore.h"

#include "GlobalAccess.h"
#include "ReductionJoin.h"
#include "SharedWindow.h"
#include "WindowAccesses.h"

#include "Neo/Dialect/ElementBytes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace neo;

ResultStore::ResultStore(KernelState &state, const AxisSpace &space,
                         IndexValues &values, ComputeOp op,
                         GPUScheduleAttr schedule, Value buffer)
    : state(state), space(space), values(values), op(op), schedule(schedule),
      plan(schedule.getWrite()), buffer(buffer) {}

/// The number of the block among those that share the terms.
AffineExpr ResultStore::getPart(const AxisSpace &of) const {
  AffineExpr part = getAffineConstantExpr(0, schedule.getContext());
  for (auto [number, dim] : llvm::enumerate(of.getDims()))
    if (dim.unit == GPUUnit::block && isReduced(op, of.getAxis(dim.axis)))
      part = part * dim.size + getAffineDimExpr(number, schedule.getContext());
  return part;
}

/// The row-major place of the element of the result that a point stands for.
AffineExpr ResultStore::getAddress(const AxisSpace &of) const {
  ComputeOp compute = op;
  AffineMap identity = AffineMap::getMultiDimIdentityMap(
      compute.getNumOutputLoops(), compute.getContext());
  AffineExpr address = of.getAddress(identity, compute.getType());
  return getPart(of) * compute.getType().getNumElements() + address;
}

SmallVector<ResultStore::StoredVector>
ResultStore::getVectors(ArrayRef<Point> outputs) {
  int64_t width = plan.getVector();
  std::map<Point, size_t> numbers;
  SmallVector<StoredVector> vectors;
  for (auto [number, output] : llvm::enumerate(outputs)) {
    Point first = output;
    if (width > 1) {
      unsigned inner = *space.getInnermost(plan.getAlong());
      first[inner] -= first[inner] % width;
    }
    auto [known, isNew] = numbers.try_emplace(first, vectors.size());
    if (isNew)
      vectors.push_back({first, {}});
    vectors[known->second].elements.push_back(number);
  }
  return vectors;
}

/// In one of the threads that have the same results.
void ResultStore::storeVector(const Point &first, ValueRange elements) {
  OpBuilder::InsertionGuard guard(state.b);
  values.openScope();
  state.enterIf(isFirstOfEqualThreads(state, space, values, op));
  Value value = elements.front();
  if (int64_t width = plan.getVector(); width > 1)
    value = vector::FromElementsOp::create(
        state.b, state.loc, VectorType::get({width}, value.getType()),
        elements);
  plan.getWindow() ? storeInWindow(first, value) : storeStraight(first, value);
  values.closeScope();
}

void ResultStore::storeStraight(const Point &first, Value value) {
  state.enterIf(areInside(state, space, values, plan.getEdges(), first));
  storeElements(state, value, buffer,
                values.get(space.at(getAddress(space), first)),
                plan.getAlign());
}

//===----------------------------------------------------------------------===//
// Through shared memory
//===----------------------------------------------------------------------===//

Value ResultStore::viewWindow() {
  return neo::viewWindow(state, plan.getWindow(),
                         op.getType().getElementType());
}

void ResultStore::storeInWindow(const Point &first, Value value) {
  AffineExpr place = getPlaceInWindow(space, plan.getWindow());
  storeElements(state, value, viewWindow(), values.get(space.at(place, first)),
                plan.getAlign());
}

/// The values of the step splits of outputs, by axis.
SmallVector<Value> ResultStore::getSteps() {
  SmallVector<Value> byAxis(space.getNumAxes());
  for (auto [number, dim] : llvm::enumerate(space.getDims()))
    if (dim.unit == GPUUnit::step && !isReduced(op, space.getAxis(dim.axis)))
      byAxis[dim.axis] = values.get(getAffineDimExpr(number, op.getContext()));
  return byAxis;
}

void ResultStore::copyOut() {
  GPUWindowAttr window = plan.getWindow();
  if (!window)
    return;
  WindowAccesses accesses(state, op, schedule, window, getSteps());
  const AxisSpace &copies = accesses.getSpace();
  Type element = op.getType().getElementType();
  int64_t align = window.getVector() * getElementBytes(op.getType());
  accesses.forEach(0, accesses.countOfThread(), [&](const Point &first) {
    state.enterIf(
        areInside(state, copies, accesses.getValues(), plan.getEdges(), first));
    Value value = loadElements(state, viewWindow(), accesses.getPlace(first),
                               element, window.getVector(), align);
    storeElements(
        state, value, buffer,
        accesses.getValues().get(copies.at(getAddress(copies), first)), align);
  });
}

void ResultStore::store(ArrayRef<Point> outputs, ValueRange results) {
  if (plan.getWindow())
    state.barrier();
  for (const StoredVector &vector : getVectors(outputs))
    storeVector(vector.first,
                llvm::map_to_vector(vector.elements, [&](size_t number) {
                  return results[number];
                }));
  if (plan.getWindow())
    state.barrier();
  copyOut();
}
