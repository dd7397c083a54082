//===- JoinKernel.cpp - Parts of blocks become the result -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "JoinKernel.h"

#include "KernelFunction.h"
#include "ReductionJoin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace neo;

namespace {
class JoinKernel {
public:
  JoinKernel(KernelState &state, ComputeOp op, ValueRange buffers)
      : state(state), op(op), schedule(getGPUSchedule(op)),
        join(schedule.getJoin()), buffers(buffers),
        elements(op.getType().getNumElements()), space(op, schedule.getAxes()),
        values(state.b, state.loc, space.getSizes()),
        body(state, space, values, op, schedule) {}

  void emit();

private:
  SmallVector<Value> walk(Value lane, Value element);
  SmallVector<Value> read(Value part, Value element);

  KernelState &state;
  ComputeOp op;
  GPUScheduleAttr schedule;
  GPUJoinAttr join;
  /// Of the accumulators' parts, and of the result.
  ValueRange buffers;
  int64_t elements;
  AxisSpace space;
  IndexValues values;
  StatementBody body;
};
} // namespace

SmallVector<Value> JoinKernel::read(Value part, Value element) {
  OpBuilder &b = state.b;
  Value place =
      arith::MulIOp::create(b, state.loc, part, state.constant(elements));
  place = arith::AddIOp::create(b, state.loc, place, element);
  SmallVector<Value> read;
  for (auto [buffer, type] :
       llvm::zip(buffers.drop_back(), getAccumulatorTypes(op)))
    read.push_back(loadElements(state, buffer, place, type, 1, 1));
  return read;
}

SmallVector<Value> JoinKernel::walk(Value lane, Value element) {
  OpBuilder &b = state.b;
  auto loop =
      scf::ForOp::create(b, state.loc, lane, state.constant(join.getParts()),
                         state.constant(join.getLanes()), body.identity());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> joined = body.join(loop.getRegionIterArgs(),
                                        read(loop.getInductionVar(), element));
  scf::YieldOp::create(b, state.loc, joined);
  return SmallVector<Value>(loop.getResults());
}

/// Surplus threads join the parts of the last element: all lanes of a warp have
/// to take part in shuffles.
void JoinKernel::emit() {
  OpBuilder &b = state.b;
  Value number = arith::MulIOp::create(b, state.loc, state.block,
                                       state.constant(join.getThreads()));
  number = arith::AddIOp::create(b, state.loc, number, state.thread);
  Value lanes = state.constant(join.getLanes());
  Value own = arith::DivUIOp::create(b, state.loc, number, lanes);
  Value lane = arith::RemUIOp::create(b, state.loc, number, lanes);
  Value element =
      arith::MinUIOp::create(b, state.loc, own, state.constant(elements - 1));
  Value whole = body.finish(
      joinLanes(state, body, walk(lane, element), join.getLanes(), 1));
  Value exists = arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::ult,
                                       own, state.constant(elements));
  Value isFirst = arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::eq,
                                        lane, state.constant(0));
  state.enterIf(conjoin(state, exists, isFirst));
  storeElements(state, whole, buffers.back(), own, 1);
}

gpu::GPUFuncOp neo::emitJoinKernel(gpu::GPUModuleOp module, StringRef name,
                                   ComputeOp op) {
  GPUJoinAttr join = getGPUSchedule(op).getJoin();
  gpu::GPUFuncOp function =
      createGPUKernel(module, name, op.getLoc(), getKernelResults(op),
                      op->getResultTypes(), join.getThreads());
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  KernelState state(b, op.getLoc());
  bindHardware(state, join.getThreads(), join.getBlocks(), 0);
  JoinKernel(state, op, function.getArguments()).emit();
  return function;
}
