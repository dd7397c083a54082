//===- StagedLoop.cpp - Copies ahead of products --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StagedLoop.h"

#include "SharedWindow.h"

#include "Neo/Dialect/ElementBytes.h"

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
    for (auto [operand, read] : llvm::enumerate(schedule.getReads()))
      if (GPUWindowAttr window = read.getWindow()) {
        places = window.getCopies();
        apart = window.getApart() *
                getElementBytes(this->op.getOperandType(operand));
      }
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
  void copyStep(Value step, Value stage);
  Value getNextStage(Value stage);
  scf::ForOp emitSteps(int64_t first, int64_t last, ValueRange carried,
                       bool copies, Compute compute);
  SmallVector<Value> getSteps(Value step);
  void commit() { NVVM::CpAsyncCommitGroupOp::create(state.b, state.loc); }

  KernelState &state;
  const AxisSpace &space;
  IndexValues &values;
  ComputeOp op;
  GPUScheduleAttr schedule;
  StatementBody &body;
  /// Buffers of a window, and the bytes from one to the next.
  int64_t places = 2, apart = 0;
  int64_t steps = 1;
  std::optional<unsigned> stepDim;
};
} // namespace

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

void StagedLoop::copyStep(Value step, Value stage) {
  SmallVector<Value> byAxis = getSteps(step);
  for (auto [operand, read] : llvm::enumerate(schedule.getReads()))
    if (read.getWindow())
      copyWindow(state, op, schedule, operand, byAxis, stage);
}

void StagedLoop::fillAhead() {
  for (int64_t step = 0; step + 1 < places; ++step) {
    if (step < steps)
      copyStep(state.constant(step), state.constant(step * apart));
    commit();
  }
}

/// Buffers are used in turn; after the last one comes the first.
Value StagedLoop::getNextStage(Value stage) {
  OpBuilder &b = state.b;
  Value next =
      arith::AddIOp::create(b, state.loc, stage, state.constant(apart));
  Value isBehind = arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::eq,
                                         next, state.constant(places * apart));
  return arith::SelectOp::create(b, state.loc, isBehind, state.constant(0),
                                 next);
}

/// Steps `first` to `last` - 1. The loop carries the accumulators and the
/// offset of the stage that the previous step has read.
scf::ForOp StagedLoop::emitSteps(int64_t first, int64_t last,
                                 ValueRange carried, bool copies,
                                 Compute compute) {
  OpBuilder &b = state.b;
  auto loop =
      scf::ForOp::create(b, state.loc, state.constant(first),
                         state.constant(last), state.constant(1), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  values.openScope();
  body.forget();
  Value step = loop.getInductionVar(), read = loop.getRegionIterArgs().back();
  if (stepDim)
    values.bind(*stepDim, step);
  NVVM::CpAsyncWaitGroupOp::create(b, state.loc, int32_t(places - 2));
  state.barrier();
  if (copies)
    copyStep(
        arith::AddIOp::create(b, state.loc, step, state.constant(places - 1)),
        read);
  commit();
  Value stage = getNextStage(read);
  body.setStage(stage);
  SmallVector<Value> yielded = compute(loop.getRegionIterArgs().drop_back());
  yielded.push_back(stage);
  scf::YieldOp::create(b, state.loc, yielded);
  values.closeScope();
  body.forget();
  return loop;
}

SmallVector<Value> StagedLoop::emit(ValueRange initial, Compute compute) {
  fillAhead();
  SmallVector<Value> carried(initial);
  carried.push_back(state.constant((places - 1) * apart));
  int64_t copied = std::max<int64_t>(steps - (places - 1), 0);
  if (copied > 0)
    carried =
        emitSteps(0, copied, carried, /*copies=*/true, compute).getResults();
  carried =
      emitSteps(copied, steps, carried, /*copies=*/false, compute).getResults();
  carried.pop_back();
  return carried;
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
      copyWindow(state, op, schedule, operand, steps, /*stage=*/{});
  NVVM::CpAsyncCommitGroupOp::create(state.b, state.loc);
  NVVM::CpAsyncWaitGroupOp::create(state.b, state.loc, 0);
  state.barrier();
}
