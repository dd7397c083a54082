//===- WindowAccesses.cpp - Threads that copy a window together -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WindowAccesses.h"

#include "SharedWindow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Accesses count as warps, of which there may be any number.
static SmallVector<GPUAxisAttr> getCopyAxes(GPUScheduleAttr schedule,
                                            GPUWindowAttr window) {
  MLIRContext *context = schedule.getContext();
  SmallVector<GPUAxisAttr> axes;
  for (auto [number, axis] : llvm::enumerate(schedule.getAxes())) {
    int64_t steps = getWindowSteps(axis);
    bool isAlong = window.getAlong() == int64_t(number);
    int64_t vector = isAlong ? window.getVector() : 1;
    SmallVector<GPUSplitAttr> splits = {
        GPUSplitAttr::get(context, GPUUnit::vector_, vector),
        GPUSplitAttr::get(context, GPUUnit::warp, steps / vector)};
    for (GPUSplitAttr split : axis.getSplits())
      if (split.getUnit() == GPUUnit::step || split.getUnit() == GPUUnit::block)
        splits.push_back(split);
    axes.push_back(GPUAxisAttr::get(context, axis.getLoops(), splits));
  }
  return axes;
}

WindowAccesses::WindowAccesses(KernelState &state, ComputeOp op,
                               GPUScheduleAttr schedule, GPUWindowAttr window,
                               ArrayRef<Value> steps)
    : state(state), window(window), space(op, getCopyAxes(schedule, window)),
      values(state.b, state.loc, space.getSizes()) {
  bindThread(state, space, values);
  for (auto [number, dim] : llvm::enumerate(space.getDims()))
    if (dim.unit == GPUUnit::step)
      values.bind(number,
                  steps[dim.axis] ? steps[dim.axis] : state.constant(0));
}

int64_t WindowAccesses::count() const {
  int64_t count = 1;
  for (auto dim : space.getDims())
    if (dim.unit == GPUUnit::warp &&
        llvm::is_contained(window.getAxes(), int64_t(dim.axis)))
      count *= dim.size;
  return count;
}

/// Neighbouring threads copy contiguous elements of device memory.
void WindowAccesses::bind(Value number) {
  SmallVector<int64_t> order = {window.getAlong()};
  for (int64_t axis : llvm::reverse(window.getAxes()))
    if (axis != window.getAlong())
      order.push_back(axis);
  for (auto [i, axis] : llvm::enumerate(order))
    for (auto [d, dim] : llvm::enumerate(space.getDims())) {
      if (dim.axis != axis || dim.unit != GPUUnit::warp)
        continue;
      Value size = state.constant(dim.size);
      bool isLast = i + 1 == order.size();
      values.bind(d, isLast ? number
                            : Value(arith::RemUIOp::create(state.b, state.loc,
                                                           number, size)));
      if (!isLast)
        number = arith::DivUIOp::create(state.b, state.loc, number, size);
    }
}

Value WindowAccesses::getPlace() {
  return values.get(space.at(getPlaceInWindow(space, window), getFirst()));
}

void WindowAccesses::forEach(llvm::function_ref<void()> copy) {
  OpBuilder &b = state.b;
  int64_t accesses = count();
  for (int64_t first = 0; first < accesses; first += state.threads) {
    OpBuilder::InsertionGuard guard(b);
    Value number = state.thread;
    if (first > 0)
      number =
          arith::AddIOp::create(b, state.loc, number, state.constant(first));
    Value isOne;
    if (first + state.threads > accesses)
      isOne = arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::ult,
                                    number, state.constant(accesses));
    values.openScope();
    bind(number);
    state.enterIf(isOne);
    copy();
    values.closeScope();
  }
}
