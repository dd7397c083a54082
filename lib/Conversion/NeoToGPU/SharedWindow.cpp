//===- SharedWindow.cpp - What a block needs of an operand ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SharedWindow.h"

#include "WindowAccesses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

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

Value neo::viewWindow(KernelState &state, GPUWindowAttr window, Type element,
                      Value stage) {
  return state.sharedView(getStorageType(element), window.getOffset(),
                          window.getApart(), stage);
}

Value neo::viewWindowFrom(KernelState &state, GPUWindowAttr window,
                          Type element, Value place, Value stage) {
  OpBuilder &b = state.b;
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  Value shift =
      arith::MulIOp::create(b, state.loc, place, state.constant(bytes));
  Value own =
      state.sharedView(b.getI8Type(), window.getOffset(),
                       window.getApart() * window.getCopies() * bytes, shift);
  auto type = cast<MemRefType>(own.getType());
  auto viewed = MemRefType::get({window.getApart()}, element, type.getLayout(),
                                type.getMemorySpace());
  return memref::ViewOp::create(b, state.loc, viewed, own, stage, ValueRange());
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

/// What a thread copies of a window.
class neo::WindowCopy {
public:
  WindowCopy(KernelState &state, ComputeOp op, GPUScheduleAttr schedule,
             unsigned operand, ArrayRef<Value> steps, Value stage)
      : state(state), op(op), operand(operand),
        window(schedule.getReads()[operand].getWindow()),
        accesses(state, op, schedule, window, steps),
        access(state, accesses.getSpace(), accesses.getValues(), op, operand,
               schedule.getReads()[operand]),
        view(viewWindow(state, window,
                        op.getOperandType(operand).getElementType(), stage)) {}

  int64_t count() const { return accesses.countOfThread(); }
  void emit(int64_t from, int64_t to) {
    accesses.forEach(from, to, [&](const Point &first) { copy(first); });
  }

private:
  void copy(const Point &first);
  void copyAsync(const Point &first, Value to);

  KernelState &state;
  ComputeOp op;
  unsigned operand;
  GPUWindowAttr window;
  WindowAccesses accesses;
  GlobalAccess access;
  Value view;
};

/// An element that is not read is a copy of 0 bytes, whose source address is
/// not accessed.
void WindowCopy::copyAsync(const Point &first, Value to) {
  OpBuilder &b = state.b;
  int64_t width = window.getVector();
  Value isRead = access.isRead(first);
  Value count;
  if (isRead)
    count = arith::SelectOp::create(b, state.loc, isRead, state.constant(width),
                                    state.constant(0));
  bool isWide = getCopyBytes(op, operand, window) == GPUMachine::maxAccessBytes;
  nvgpu::DeviceAsyncCopyOp::create(
      b, state.loc, nvgpu::DeviceAsyncTokenType::get(b.getContext()), view,
      ValueRange(to), access.getBuffer(),
      ValueRange(access.place(first, /*isRead=*/{})), b.getIndexAttr(width),
      count, isWide ? b.getUnitAttr() : UnitAttr());
}

void WindowCopy::copy(const Point &first) {
  Value to = accesses.getPlace(first);
  if (isCopiedAsync(op, operand, window))
    return copyAsync(first, to);
  Value value = access.read(first, window.getVector(), /*pads=*/true);
  storeElements(state, value, view, to, getCopyBytes(op, operand, window));
}

StepCopies::StepCopies(KernelState &state, ComputeOp op,
                       GPUScheduleAttr schedule, ArrayRef<Value> steps,
                       Value stage) {
  for (auto [operand, read] : llvm::enumerate(schedule.getReads()))
    if (read.getWindow())
      copies.push_back(std::make_unique<WindowCopy>(state, op, schedule,
                                                    operand, steps, stage));
}

StepCopies::StepCopies(StepCopies &&) = default;
StepCopies::~StepCopies() = default;

void StepCopies::emit(int64_t part, int64_t parts) {
  int64_t all = 0, passed = 0;
  for (const auto &copy : copies)
    all += copy->count();
  int64_t from = all * part / parts, to = all * (part + 1) / parts;
  for (const auto &copy : copies) {
    copy->emit(std::max(from - passed, int64_t(0)),
               std::min(to - passed, copy->count()));
    passed += copy->count();
  }
}
