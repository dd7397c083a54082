//===- StagedLoop.cpp - Copies ahead of products --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StagedLoop.h"

#include "SharedWindow.h"

#include "Neo/Conversion/RolledLoops.h"
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

  SmallVector<Value> emit(ValueRange initial, StepCode &code);

private:
  /// What the loop carries from one step to the next.
  struct Carried {
    SmallVector<Value> sums, ahead;
    /// The offsets of the stages of the previous step and of this one.
    Value previous, stage;

    SmallVector<Value> pack() const;
    void unpack(ValueRange packed);
  };

  void fillAhead();
  StepCopies getCopies(Value step, Value stage);
  Value getNextStage(Value stage);
  void awaitStage();
  void emitStep(Carried &carried, Value step, bool copies, bool isLast,
                StepCode &code);
  void emitSteps(int64_t first, int64_t last, Carried &carried, bool copies,
                 StepCode &code);
  void computeHere(MutableArrayRef<Value> sums);
  bool dividesStep() const;
  Value hide(Value step);
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

StepCopies StagedLoop::getCopies(Value step, Value stage) {
  return StepCopies(state, op, schedule, getSteps(step), stage);
}

void StagedLoop::fillAhead() {
  for (int64_t step = 0; step + 1 < places; ++step) {
    if (step < steps)
      getCopies(state.constant(step), state.constant(step * apart)).emit();
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

SmallVector<Value> StagedLoop::Carried::pack() const {
  SmallVector<Value> packed(sums);
  llvm::append_range(packed, ahead);
  packed.push_back(previous);
  packed.push_back(stage);
  return packed;
}

void StagedLoop::Carried::unpack(ValueRange packed) {
  llvm::copy(packed.take_front(sums.size()), sums.begin());
  llvm::copy(packed.slice(sums.size(), ahead.size()), ahead.begin());
  previous = packed.drop_back().back();
  stage = packed.back();
}

/// All threads have copied the oldest stage in flight.
void StagedLoop::awaitStage() {
  NVVM::CpAsyncWaitGroupOp::create(state.b, state.loc, int32_t(places - 2));
  state.barrier();
}

void StagedLoop::emitStep(Carried &carried, Value step, bool copies,
                          bool isLast, StepCode &code) {
  OpBuilder &b = state.b;
  values.openScope();
  body.forget();
  if (stepDim)
    values.bind(*stepDim, step);
  body.setStage(carried.stage);
  Value next = getNextStage(carried.stage);
  std::optional<StepCopies> ahead;
  if (copies)
    ahead.emplace(getCopies(
        arith::AddIOp::create(b, state.loc, step, state.constant(places - 1)),
        carried.previous));
  auto copy = [&](int64_t part, int64_t parts) {
    if (ahead)
      ahead->emit(part, parts);
  };
  auto advance = [&]() -> SmallVector<Value> {
    if (isLast)
      return {};
    commit();
    awaitStage();
    return code.prefetch(next);
  };
  code.compute(carried.sums, carried.ahead, carried.stage, {copy, advance});
  carried.previous = carried.stage;
  carried.stage = next;
  values.closeScope();
  body.forget();
}

/// Are terms those of several loops, which index arithmetic takes apart?
bool StagedLoop::dividesStep() const {
  return stepDim &&
         space.getAxis(space.getDims()[*stepDim].axis).getLoops().size() > 1;
}

/// `step`, of which LLVM does not know that it is an induction variable. Loop
/// strength reduction would give each address an induction variable of 64 bits,
/// and divide in 64 bits: 380 instructions a step of a 3x3 convolution
/// instead of 295, and 9 registers more.
Value StagedLoop::hide(Value step) {
  OpBuilder &b = state.b;
  Type word = b.getI32Type();
  Value narrow = arith::IndexCastOp::create(b, state.loc, word, step);
  auto copy = LLVM::InlineAsmOp::create(
      b, state.loc, TypeRange(word), ValueRange(narrow), "mov.b32 $0, $1;",
      "=r,r", /*has_side_effects=*/false, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, /*asm_dialect=*/{},
      /*operand_attrs=*/{});
  return arith::IndexCastUIOp::create(b, state.loc, b.getIndexType(),
                                      copy.getResult(0));
}

/// Steps `first` to `last` - 1.
void StagedLoop::emitSteps(int64_t first, int64_t last, Carried &carried,
                           bool copies, StepCode &code) {
  if (first >= last)
    return;
  OpBuilder &b = state.b;
  auto loop = scf::ForOp::create(b, state.loc, state.constant(first),
                                 state.constant(last), state.constant(1),
                                 carried.pack());
  // Unrolled, a pipeline of five steps holds the operands of all of them: 54
  // registers rolled, 255 and 548 bytes spilled otherwise, in f64.
  keepRolled(loop);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    carried.unpack(loop.getRegionIterArgs());
    Value step = loop.getInductionVar();
    if (dividesStep())
      step = hide(step);
    emitStep(carried, step, copies, /*isLast=*/false, code);
    scf::YieldOp::create(b, state.loc, carried.pack());
  }
  carried.unpack(loop.getResults());
}

/// Where no loop is left, LLVM sinks the products of each row into the branch
/// that stores it, and the operands of all terms live until then: 1440 bytes
/// spilled of a product of 32 terms. An instruction that does nothing needs the
/// sums before. Those of tensor cores are vectors, and not sunk.
void StagedLoop::computeHere(MutableArrayRef<Value> sums) {
  OpBuilder &b = state.b;
  for (Value &sum : sums) {
    Type type = sum.getType();
    if (!type.isF32() && !type.isF64())
      continue;
    auto same = LLVM::InlineAsmOp::create(
        b, state.loc, TypeRange(type), ValueRange(sum), "",
        type.isF32() ? "=f,0" : "=d,0", /*has_side_effects=*/true,
        /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
        /*asm_dialect=*/{}, /*operand_attrs=*/{});
    sum = same.getResult(0);
  }
}

SmallVector<Value> StagedLoop::emit(ValueRange initial, StepCode &code) {
  fillAhead();
  awaitStage();
  Carried carried;
  carried.sums.assign(initial.begin(), initial.end());
  carried.ahead = code.prefetch(state.constant(0));
  carried.previous = state.constant((places - 1) * apart);
  carried.stage = state.constant(0);
  int64_t copied = std::max<int64_t>(steps - (places - 1), 0);
  emitSteps(0, copied, carried, /*copies=*/true, code);
  // A step that prefetches is followed by another.
  bool isApart = !carried.ahead.empty();
  emitSteps(copied, isApart ? steps - 1 : steps, carried, /*copies=*/false,
            code);
  if (isApart)
    emitStep(carried, state.constant(steps - 1), /*copies=*/false,
             /*isLast=*/true, code);
  if (copied <= 1 && steps - copied <= 1 + int64_t(isApart))
    computeHere(carried.sums);
  return carried.sums;
}

SmallVector<Value>
neo::emitStagedLoop(KernelState &state, const AxisSpace &space,
                    IndexValues &values, ComputeOp op, GPUScheduleAttr schedule,
                    StatementBody &body, ValueRange initial, StepCode &code) {
  return StagedLoop(state, space, values, op, schedule, body)
      .emit(initial, code);
}

void neo::copyWindowsOnce(KernelState &state, const AxisSpace &space,
                          ComputeOp op, GPUScheduleAttr schedule) {
  SmallVector<Value> steps(space.getNumAxes());
  StepCopies(state, op, schedule, steps, /*stage=*/{}).emit();
  NVVM::CpAsyncCommitGroupOp::create(state.b, state.loc);
  NVVM::CpAsyncWaitGroupOp::create(state.b, state.loc, 0);
  state.barrier();
}
