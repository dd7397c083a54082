//===- ScatterKernel.cpp - Sums at indices that are data ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexedKernels.h"

#include "Neo/Dialect/Halves.h"

#include "ElementThread.h"
#include "GlobalAccess.h"
#include "KernelFunction.h"
#include "SearchKernels.h"

#include "Neo/Conversion/RolledLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace neo;

namespace {
/// A thread that sums the points whose index is its element.
class ScatterThread {
public:
  /// `buffers` are those of the terms, the integers, the lists, if there are
  /// any, and the result.
  ScatterThread(KernelState &state, ScatterAddOp op,
                const IndexedAccess &access, const ScatterLists &lists,
                ValueRange buffers)
      : state(state), op(op), access(access), lists(lists), buffers(buffers),
        thread(state, access,
               buffers.drop_front().take_front(access.positions.size()),
               op.getType().getNumElements()) {}

  void emit(bool hasLists);

private:
  Type getSumType() const;
  /// Gives known loops the element's coordinates.
  void bindKnownLoops();
  Value choose(Value condition, Value sum, llvm::function_ref<Value()> inner);
  Value follow(Value sum);
  Value addTerm(Value sum);
  Value walk(ArrayRef<unsigned> loops, Value sum);
  Value addPoint(Value sum);
  Value isSentHere();

  KernelState &state;
  ScatterAddOp op;
  const IndexedAccess &access;
  const ScatterLists &lists;
  ValueRange buffers;
  ElementThread thread;
};
} // namespace

/// Halves are summed in f32, as everywhere.
Type ScatterThread::getSumType() const {
  ScatterAddOp scatter = op;
  return getSumElement(scatter.getType().getElementType());
}

void ScatterThread::bindKnownLoops() {
  for (auto [d, loop] : llvm::enumerate(lists.known))
    if (loop)
      thread.bindLoop(
          *loop, thread.get(thread.getCoordinate(access.type.getShape(), d)));
}

Value ScatterThread::isSentHere() {
  OpBuilder &b = state.b;
  Value all;
  for (unsigned d = 0; d < access.index.getNumResults(); ++d) {
    Value named = thread.get(thread.getIndex(d));
    Value own = thread.get(thread.getCoordinate(access.type.getShape(), d));
    all = conjoin(state, all,
                  arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::eq,
                                        named, own));
  }
  return all;
}

/// What `inner` makes if the condition holds, else `sum`.
Value ScatterThread::choose(Value condition, Value sum,
                            llvm::function_ref<Value()> inner) {
  if (!condition)
    return inner();
  OpBuilder &b = state.b;
  auto ifOp =
      scf::IfOp::create(b, state.loc, TypeRange(sum.getType()), condition,
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(b, state.loc, sum);
  b.setInsertionPointToStart(ifOp.thenBlock());
  scf::YieldOp::create(b, state.loc, inner());
  return ifOp.getResult(0);
}

Value ScatterThread::addPoint(Value sum) {
  thread.openScope();
  return choose(thread.isIncluded(), sum, [&] {
    thread.readPositions();
    return choose(isSentHere(), sum, [&] { return addTerm(sum); });
  });
}

Value ScatterThread::addTerm(Value sum) {
  OpBuilder &b = state.b;
  Type element = op.getType().getElementType();
  Value term = loadElements(state, buffers.front(), thread.getPointPlace(),
                            element, 1, 1);
  if (isa<IntegerType>(element))
    return arith::AddIOp::create(b, state.loc, sum, term);
  if (sum.getType() != element)
    term = arith::ExtFOp::create(b, state.loc, sum.getType(), term);
  return arith::AddFOp::create(b, state.loc, sum, term);
}

/// The sum of the points in the list of the element's bucket that are sent to
/// its row.
Value ScatterThread::follow(Value sum) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  Value first = buffers[buffers.size() - 3], next = buffers[buffers.size() - 2];
  SmallVector<AffineExpr> keys, bucket, row;
  for (unsigned loop : lists.keys)
    keys.push_back(b.getAffineDimExpr(loop));
  bucket = keys;
  for (unsigned d : lists.dims)
    row.push_back(thread.getCoordinate(access.type.getShape(), d));
  bucket.push_back(lists.getBucket(row, b.getContext()));
  Value begin = loadPoint(
      state, first,
      thread.get(linearize(bucket, lists.firstShape, b.getContext())));
  auto loop =
      scf::WhileOp::create(b, loc, TypeRange{b.getIndexType(), sum.getType()},
                           ValueRange{begin, sum});
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(2, loc);
  Block *before =
      b.createBlock(&loop.getBefore(), {}, loop.getResultTypes(), locations);
  Value isLeft = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                       before->getArgument(0),
                                       state.constant(lists.points));
  scf::ConditionOp::create(b, loc, isLeft, before->getArguments());
  Block *after =
      b.createBlock(&loop.getAfter(), {}, loop.getResultTypes(), locations);
  thread.openScope();
  bindPoint(state, thread, access, lists, after->getArgument(0));
  thread.readPositions();
  Value total = choose(isSentHere(), after->getArgument(1),
                       [&] { return addTerm(after->getArgument(1)); });
  Value place = after->getArgument(0);
  if (!lists.keys.empty()) {
    Value key = thread.get(
        linearize(keys, ArrayRef(lists.nextShape).drop_back(), b.getContext()));
    place = arith::AddIOp::create(
        b, loc,
        arith::MulIOp::create(b, loc, key, state.constant(lists.points)),
        place);
  }
  scf::YieldOp::create(b, loc,
                       ValueRange{loadPoint(state, next, place), total});
  return loop.getResult(1);
}

/// The sum after all points of `loops`, the last one fastest.
Value ScatterThread::walk(ArrayRef<unsigned> loops, Value sum) {
  if (loops.empty())
    return addPoint(sum);
  OpBuilder &b = state.b;
  auto loop = scf::ForOp::create(b, state.loc, state.constant(0),
                                 state.constant(access.extents[loops.front()]),
                                 state.constant(1), sum);
  if (loops.size() > 1)
    keepRolled(loop);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  thread.openScope();
  thread.bindLoop(loops.front(), loop.getInductionVar());
  Value inner = walk(loops.drop_front(), loop.getRegionIterArg(0));
  scf::YieldOp::create(b, state.loc, inner);
  return loop.getResult(0);
}

void ScatterThread::emit(bool hasLists) {
  OpBuilder &b = state.b;
  state.enterIf(thread.isBelow(op.getType().getNumElements()));
  Value place = thread.get(thread.getElement());
  bindKnownLoops();
  Value zero =
      arith::ConstantOp::create(b, state.loc, b.getZeroAttr(getSumType()));
  Value sum = hasLists ? follow(zero) : walk(lists.walked, zero);
  Type element = op.getType().getElementType();
  if (sum.getType() != element)
    sum = arith::TruncFOp::create(b, state.loc, element, sum);
  storeElements(state, sum, buffers.back(), place, 1);
}

gpu::GPUFuncOp neo::emitScatterKernel(gpu::GPUModuleOp module, StringRef name,
                                      ScatterAddOp op,
                                      GPUIndexedScheduleAttr schedule,
                                      ValueRange operands) {
  gpu::GPUFuncOp function =
      createGPUKernel(module, name, op.getLoc(), operands.getTypes(),
                      op->getResultTypes(), schedule.getThreads());
  IndexedAccess access = IndexedAccess::get(op);
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  KernelState state(b, op.getLoc());
  bindHardware(state, schedule.getThreads(), schedule.getBlocks(), 0);
  GPUListsAttr given = schedule.getLists();
  ScatterLists lists(access, given ? given.getRows() : 1);
  ScatterThread thread(state, op, access, lists, function.getArguments());
  thread.emit(bool(given));
  return function;
}
