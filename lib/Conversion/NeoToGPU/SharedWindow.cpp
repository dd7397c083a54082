//===- SharedWindow.cpp - What a block needs of an operand ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SharedWindow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// The step of `axis` within the window. Step and block splits are outside.
static AffineExpr getStepInWindow(const AxisSpace &space, unsigned axis) {
  MLIRContext *context = space.getStep(axis).getContext();
  AffineExpr step = getAffineConstantExpr(0, context);
  for (auto [number, dim] : llvm::enumerate(space.getDims()))
    if (dim.axis == axis && dim.unit != GPUUnit::step &&
        dim.unit != GPUUnit::block)
      step = step + getAffineDimExpr(number, context) * dim.stride;
  return step;
}

AffineExpr neo::getPlaceInWindow(const AxisSpace &space, GPUWindowAttr window) {
  AffineExpr place = getAffineConstantExpr(0, space.getStep(0).getContext());
  for (auto [axis, pitch] :
       llvm::zip_equal(window.getAxes(), window.getPitches()))
    place = place + getStepInWindow(space, axis) * pitch;
  return place;
}

Value neo::viewWindow(KernelState &state, GPUWindowAttr window, Type element) {
  return state.sharedView(getStorageType(element), window.getOffset(),
                          window.getApart() * window.getCopies());
}

/// Elements of one access of the copy, as bytes.
static int64_t getCopyBytes(ComputeOp op, unsigned operand,
                            GPUWindowAttr window) {
  Type element = getStorageType(op.getOperandType(operand).getElementType());
  return window.getVector() * element.getIntOrFloatBitWidth() / 8;
}

/// Zeros are all that cp.async writes in place of elements.
static bool padsWithZero(ComputeOp op, unsigned operand) {
  TypedAttr pad = op.getPad(operand);
  if (!pad)
    return true;
  if (auto number = dyn_cast<FloatAttr>(pad))
    return number.getValue().isPosZero();
  return cast<IntegerAttr>(pad).getValue().isZero();
}

bool neo::isCopiedAsync(ComputeOp op, unsigned operand, GPUWindowAttr window) {
  int64_t bytes = getCopyBytes(op, operand, window);
  return (bytes == 4 || bytes == 8 || bytes == 16) && padsWithZero(op, operand);
}

namespace {
/// The axes as those see them who copy: of the window's axes every access is a
/// step of its own, whose number is given.
class WindowCopy {
public:
  WindowCopy(KernelState &state, ComputeOp op, GPUScheduleAttr schedule,
             unsigned operand, ArrayRef<Value> steps)
      : state(state), op(op), operand(operand),
        plan(schedule.getReads()[operand]), window(plan.getWindow()),
        space(op, getAxes(schedule)),
        values(state.b, state.loc, space.getSizes()),
        access(state, space, values, op, operand, plan) {
    bindThread(state, space, values);
    for (auto [number, dim] : llvm::enumerate(space.getDims()))
      if (dim.unit == GPUUnit::step)
        values.bind(number,
                    steps[dim.axis] ? steps[dim.axis] : state.constant(0));
  }

  int64_t countAccesses() const;
  void copy(Value number, Value base, Value isOne);

private:
  SmallVector<GPUAxisAttr> getAxes(GPUScheduleAttr schedule) const;
  void bindAccess(Value number);

  KernelState &state;
  ComputeOp op;
  unsigned operand;
  GPUAccessAttr plan;
  GPUWindowAttr window;
  AxisSpace space;
  IndexValues values;
  GlobalAccess access;
};
} // namespace

/// An axis of the window: a vector, then accesses (as warps, which may be of
/// any number), then steps and blocks as they are.
SmallVector<GPUAxisAttr> WindowCopy::getAxes(GPUScheduleAttr schedule) const {
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

int64_t WindowCopy::countAccesses() const {
  int64_t count = 1;
  for (auto dim : space.getDims())
    if (dim.unit == GPUUnit::warp &&
        llvm::is_contained(window.getAxes(), int64_t(dim.axis)))
      count *= dim.size;
  return count;
}

/// Neighbouring threads copy what lies side by side in the operand.
void WindowCopy::bindAccess(Value number) {
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

/// Copies access `number`, if `isOne` holds.
void WindowCopy::copy(Value number, Value base, Value isOne) {
  OpBuilder &b = state.b;
  OpBuilder::InsertionGuard guard(b);
  values.openScope();
  bindAccess(number);
  if (isOne) {
    auto ifOp = scf::IfOp::create(b, state.loc, isOne, false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  Point first(space.getDims().size(), 0);
  Type element = op.getOperandType(operand).getElementType();
  Value view = viewWindow(state, window, element);
  Value to = values.get(space.at(getPlaceInWindow(space, window), first));
  if (base)
    to = arith::AddIOp::create(b, state.loc, to, base);
  int64_t width = window.getVector();
  if (isCopiedAsync(op, operand, window)) {
    Value isRead = access.isRead(first);
    Value count;
    if (isRead)
      count = arith::SelectOp::create(b, state.loc, isRead,
                                      state.constant(width), state.constant(0));
    nvgpu::DeviceAsyncCopyOp::create(
        b, state.loc, nvgpu::DeviceAsyncTokenType::get(b.getContext()), view,
        ValueRange(to), access.getBuffer(),
        ValueRange(access.place(first, isRead)), b.getIndexAttr(width), count,
        getCopyBytes(op, operand, window) == 16 ? b.getUnitAttr() : UnitAttr());
  } else {
    Value value = access.read(first, width, /*pads=*/true);
    storeElements(state, value, view, to, getCopyBytes(op, operand, window));
  }
  values.closeScope();
}

void neo::copyWindow(KernelState &state, ComputeOp op, GPUScheduleAttr schedule,
                     unsigned operand, ArrayRef<Value> steps, Value base) {
  WindowCopy window(state, op, schedule, operand, steps);
  int64_t accesses = window.countAccesses(), threads = schedule.getThreads();
  for (int64_t first = 0; first < accesses; first += threads) {
    Value number = state.thread;
    if (first > 0)
      number = arith::AddIOp::create(state.b, state.loc, number,
                                     state.constant(first));
    Value isOne;
    if (first + threads > accesses)
      isOne =
          arith::CmpIOp::create(state.b, state.loc, arith::CmpIPredicate::ult,
                                number, state.constant(accesses));
    window.copy(number, base, isOne);
  }
}
