//===- StagedLoop.cpp - Copies ahead of products --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StagedLoop.h"

#include "SharedWindow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace neo;

namespace {
class StagedLoop {
public:
  StagedLoop(KernelState &state, const AxisSpace &space, IndexValues &values,
             ComputeOp op, GPUScheduleAttr schedule, StatementBody &body)
      : state(state), space(space), values(values), op(op), schedule(schedule),
        body(body) {
    for (GPUAccessAttr read : schedule.getReads())
      if (read.getWindow())
        places = read.getWindow().getCopies();
    for (auto [number, dim] : llvm::enumerate(space.getDims()))
      if (dim.unit == GPUUnit::step && isReduced(op, space.getAxis(dim.axis))) {
        stepDim = number;
        steps = dim.size;
      }
  }

  using Compute =
      llvm::function_ref<SmallVector<Value>(ValueRange accumulators)>;
  SmallVector<Value> emit(ValueRange initial, Compute compute);

private:
  void fillAhead();
  void copyStep(Value step);
  void copyNext(Value step);
  void selectPlaces(Value step);
  Value getBase(GPUWindowAttr window, Value step);
  SmallVector<Value> getSteps(Value step);
  void commit() { NVVM::CpAsyncCommitGroupOp::create(state.b, state.loc); }

  KernelState &state;
  const AxisSpace &space;
  IndexValues &values;
  ComputeOp op;
  GPUScheduleAttr schedule;
  StatementBody &body;
  int64_t places = 2, steps = 1;
  std::optional<unsigned> stepDim;
};
} // namespace

/// The first element of the place of `step` in a window.
Value StagedLoop::getBase(GPUWindowAttr window, Value step) {
  Value place =
      arith::RemUIOp::create(state.b, state.loc, step, state.constant(places));
  return arith::MulIOp::create(state.b, state.loc, place,
                               state.constant(window.getApart()));
}

/// The values of the step splits, by axis.
SmallVector<Value> StagedLoop::getSteps(Value step) {
  SmallVector<Value> byAxis(space.getNumAxes());
  for (auto [number, dim] : llvm::enumerate(space.getDims())) {
    if (dim.unit != GPUUnit::step)
      continue;
    AffineExpr own = getAffineDimExpr(number, op.getContext());
    byAxis[dim.axis] = number == stepDim ? step : values.get(own);
  }
  return byAxis;
}

void StagedLoop::copyStep(Value step) {
  SmallVector<Value> byAxis = getSteps(step);
  for (auto [operand, read] : llvm::enumerate(schedule.getReads()))
    if (GPUWindowAttr window = read.getWindow())
      copyWindow(state, op, schedule, operand, byAxis, getBase(window, step));
}

void StagedLoop::fillAhead() {
  for (int64_t step = 0; step + 1 < places; ++step) {
    if (step < steps)
      copyStep(state.constant(step));
    commit();
  }
}

/// Copies what will be needed in some steps, if there is such a step.
void StagedLoop::copyNext(Value step) {
  OpBuilder &b = state.b;
  Value next =
      arith::AddIOp::create(b, state.loc, step, state.constant(places - 1));
  Value exists = arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::ult,
                                       next, state.constant(steps));
  auto ifOp = scf::IfOp::create(b, state.loc, exists, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  values.openScope();
  copyStep(next);
  values.closeScope();
}

void StagedLoop::selectPlaces(Value step) {
  for (auto [operand, read] : llvm::enumerate(schedule.getReads()))
    if (GPUWindowAttr window = read.getWindow())
      body.setWindowBase(operand, getBase(window, step));
}

SmallVector<Value> StagedLoop::emit(ValueRange initial, Compute compute) {
  OpBuilder &b = state.b;
  fillAhead();
  auto loop =
      scf::ForOp::create(b, state.loc, state.constant(0), state.constant(steps),
                         state.constant(1), initial);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  values.openScope();
  body.forget();
  Value step = loop.getInductionVar();
  if (stepDim)
    values.bind(*stepDim, step);
  NVVM::CpAsyncWaitGroupOp::create(b, state.loc, int32_t(places - 2));
  state.barrier();
  copyNext(step);
  commit();
  selectPlaces(step);
  scf::YieldOp::create(b, state.loc, compute(loop.getRegionIterArgs()));
  values.closeScope();
  body.forget();
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> neo::emitStagedLoop(
    KernelState &state, const AxisSpace &space, IndexValues &values,
    ComputeOp op, GPUScheduleAttr schedule, StatementBody &body,
    ValueRange initial,
    llvm::function_ref<SmallVector<Value>(ValueRange)> compute) {
  return StagedLoop(state, space, values, op, schedule, body)
      .emit(initial, compute);
}

void neo::copyWindowsOnce(KernelState &state, const AxisSpace &space,
                          ComputeOp op, GPUScheduleAttr schedule) {
  SmallVector<Value> steps(space.getNumAxes());
  for (auto [operand, read] : llvm::enumerate(schedule.getReads()))
    if (read.getWindow())
      copyWindow(state, op, schedule, operand, steps, /*base=*/{});
  NVVM::CpAsyncCommitGroupOp::create(state.b, state.loc);
  NVVM::CpAsyncWaitGroupOp::create(state.b, state.loc, 0);
  state.barrier();
}
