//===- WindowAccesses.cpp - Threads that copy a window together -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WindowAccesses.h"

#include "SharedWindow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>

using namespace mlir;
using namespace neo;

/// The axes of the window, that along which it is contiguous first.
static SmallVector<int64_t> getOrder(GPUWindowAttr window) {
  SmallVector<int64_t> order = {window.getAlong()};
  for (int64_t axis : llvm::reverse(window.getAxes()))
    if (axis != window.getAlong())
      order.push_back(axis);
  return order;
}

/// Steps of one access along `axis`.
static int64_t getWidth(GPUWindowAttr window, int64_t axis) {
  return axis == window.getAlong() ? window.getVector() : 1;
}

/// How many accesses along each axis are distributed over threads: as many as
/// there are threads if that divides them evenly, else all.
static SmallVector<int64_t> deal(GPUScheduleAttr schedule,
                                 GPUWindowAttr window) {
  ArrayRef<GPUAxisAttr> axes = schedule.getAxes();
  SmallVector<int64_t> all, dealt;
  for (auto [number, axis] : llvm::enumerate(axes))
    all.push_back(getWindowSteps(axis) / getWidth(window, number));
  dealt = all;
  int64_t threads = schedule.getThreads();
  for (int64_t axis : getOrder(window)) {
    dealt[axis] = std::gcd(threads, all[axis]);
    threads /= dealt[axis];
  }
  return threads == 1 || dealt == all ? dealt : all;
}

static SmallVector<GPUAxisAttr> getCopyAxes(GPUScheduleAttr schedule,
                                            GPUWindowAttr window) {
  MLIRContext *context = schedule.getContext();
  SmallVector<GPUAxisAttr> axes;
  SmallVector<int64_t> dealt = deal(schedule, window);
  for (auto [number, axis] : llvm::enumerate(schedule.getAxes())) {
    int64_t steps = getWindowSteps(axis), width = getWidth(window, number);
    SmallVector<GPUSplitAttr> splits = {
        GPUSplitAttr::get(context, GPUUnit::vector_, width),
        GPUSplitAttr::get(context, GPUUnit::warp, dealt[number]),
        GPUSplitAttr::get(context, GPUUnit::register_,
                          steps / width / dealt[number])};
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
  SmallVector<int64_t> order = getOrder(window);
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

Value WindowAccesses::getPlace(const Point &first) {
  return values.get(space.at(getPlaceInWindow(space, window), first));
}

/// The first elements of the accesses of the thread that is bound.
SmallVector<Point> WindowAccesses::getPoints() const {
  SmallVector<Point> points = space.getPoints([&](unsigned axis) {
    return llvm::is_contained(window.getAxes(), int64_t(axis));
  });
  llvm::erase_if(points, [&](const Point &point) {
    return llvm::any_of(llvm::enumerate(space.getDims()), [&](auto it) {
      return it.value().unit == GPUUnit::vector_ && point[it.index()] != 0;
    });
  });
  return points;
}

/// The accesses at `points` of access `first` and those that the other threads
/// make beside it.
void WindowAccesses::emit(int64_t first, ArrayRef<Point> points,
                          llvm::function_ref<void(const Point &)> copy) {
  OpBuilder &b = state.b;
  OpBuilder::InsertionGuard guard(b);
  Value number = state.thread;
  if (first > 0)
    number = arith::AddIOp::create(b, state.loc, number, state.constant(first));
  Value isOne;
  if (first + state.threads > count())
    isOne = arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::ult,
                                  number, state.constant(count()));
  values.openScope();
  bind(number);
  state.enterIf(isOne);
  for (const Point &point : points) {
    OpBuilder::InsertionGuard guard(b);
    values.openScope();
    copy(point);
    values.closeScope();
  }
  values.closeScope();
}

int64_t WindowAccesses::countOfThread() const {
  return llvm::divideCeil(count(), state.threads) * getPoints().size();
}

void WindowAccesses::forEach(int64_t from, int64_t to,
                             llvm::function_ref<void(const Point &)> copy) {
  SmallVector<Point> points = getPoints();
  int64_t size = points.size();
  for (int64_t first = from / size * size; first < to; first += size) {
    int64_t begin = std::max<int64_t>(from - first, 0);
    int64_t end = std::min(to - first, size);
    if (begin < end)
      emit(first / size * state.threads,
           ArrayRef(points).slice(begin, end - begin), copy);
  }
}
