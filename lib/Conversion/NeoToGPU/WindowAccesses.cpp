//===- WindowAccesses.cpp - Threads that copy a window together -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WindowAccesses.h"

#include "SharedWindow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>

using namespace mlir;
using namespace neo;

namespace {
/// Accesses along an axis that threads share, or along one of its two parts:
/// every `interleave`-th, and those between them.
struct SharedSteps {
  int64_t axis, all;
  /// Those that threads make at once, of `all`.
  int64_t dealt = 1;
};
} // namespace

/// Accesses of neighbouring threads first.
static SmallVector<SharedSteps> listSteps(GPUScheduleAttr schedule,
                                          GPUWindowAttr window) {
  int64_t along = window.getAlong(), interleave = window.getInterleave();
  auto stepsOf = [&](int64_t axis) {
    return getWindowSteps(schedule.getAxes()[axis]);
  };
  SmallVector<SharedSteps> list = {
      {along, stepsOf(along) / window.getVector()}};
  for (int64_t axis : llvm::reverse(window.getAxes())) {
    if (axis == along)
      continue;
    list.push_back({axis, stepsOf(axis) / interleave});
    if (interleave > 1)
      list.push_back({axis, interleave});
    interleave = 1;
  }
  return list;
}

/// How many accesses are distributed over threads: as many as there are threads
/// if that divides them evenly, else all.
static SmallVector<SharedSteps> deal(GPUScheduleAttr schedule,
                                     GPUWindowAttr window) {
  SmallVector<SharedSteps> list = listSteps(schedule, window);
  int64_t threads = schedule.getThreads();
  for (SharedSteps &steps : list) {
    steps.dealt = std::gcd(threads, steps.all);
    threads /= steps.dealt;
  }
  if (threads > 1)
    for (SharedSteps &steps : list)
      steps.dealt = steps.all;
  return list;
}

static SmallVector<GPUAxisAttr> getCopyAxes(GPUScheduleAttr schedule,
                                            GPUWindowAttr window) {
  MLIRContext *context = schedule.getContext();
  SmallVector<SmallVector<GPUSplitAttr>> splits(schedule.getAxes().size());
  auto split = [&](int64_t axis, GPUUnit unit, int64_t size) {
    splits[axis].push_back(GPUSplitAttr::get(context, unit, size));
  };
  split(window.getAlong(), GPUUnit::vector_, window.getVector());
  SmallVector<SharedSteps> list = deal(schedule, window);
  // Steps between others are listed behind them.
  for (SharedSteps steps : llvm::reverse(list)) {
    split(steps.axis, GPUUnit::warp, steps.dealt);
    split(steps.axis, GPUUnit::register_, steps.all / steps.dealt);
  }
  SmallVector<GPUAxisAttr> axes;
  for (auto [number, axis] : llvm::enumerate(schedule.getAxes())) {
    if (!llvm::is_contained(window.getAxes(), int64_t(number)))
      split(number, GPUUnit::warp, getWindowSteps(axis));
    for (GPUSplitAttr outside : axis.getSplits())
      if (outside.getUnit() == GPUUnit::step ||
          outside.getUnit() == GPUUnit::block)
        splits[number].push_back(outside);
    axes.push_back(GPUAxisAttr::get(context, axis.getLoops(), splits[number]));
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
  for (SharedSteps shared : listSteps(schedule, window))
    dealt.push_back(findDealt(shared.axis));
}

/// The outermost dimension of those shared by threads that is not yet listed.
unsigned WindowAccesses::findDealt(int64_t axis) const {
  ArrayRef<AxisSpace::Dim> dims = space.getDims();
  unsigned dim = dims.size() - 1;
  while (dims[dim].axis != axis || dims[dim].unit != GPUUnit::warp ||
         llvm::is_contained(dealt, dim))
    --dim;
  return dim;
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
  for (auto [i, d] : llvm::enumerate(dealt)) {
    Value size = state.constant(space.getDims()[d].size);
    bool isLast = i + 1 == dealt.size();
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
