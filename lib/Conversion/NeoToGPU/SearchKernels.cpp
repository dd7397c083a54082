//===- SearchKernels.cpp - The kernels that link lists of points ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SearchKernels.h"

#include "GlobalAccess.h"
#include "KernelFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace neo;

void neo::bindPoint(KernelState &state, ElementThread &thread,
                    const IndexedAccess &access, const ScatterLists &lists,
                    Value point) {
  OpBuilder &b = state.b;
  Type narrow = b.getI32Type(); // Points are fewer than 2**31.
  Value rest = arith::IndexCastOp::create(b, state.loc, narrow, point);
  for (unsigned loop : llvm::reverse(lists.walked)) {
    Value value = rest;
    if (loop != lists.walked.front()) {
      Value extent = arith::ConstantOp::create(
          b, state.loc, b.getI32IntegerAttr(access.extents[loop]));
      value = arith::RemUIOp::create(b, state.loc, rest, extent);
      rest = arith::DivUIOp::create(b, state.loc, rest, extent);
    }
    thread.bindLoop(loop, arith::IndexCastOp::create(b, state.loc,
                                                     b.getIndexType(), value));
  }
}

Value neo::loadPoint(KernelState &state, Value list, Value place) {
  Value point = loadElements(state, list, place, state.b.getI32Type(), 1, 1);
  return arith::IndexCastOp::create(state.b, state.loc, state.b.getIndexType(),
                                    point);
}

namespace {
/// A kernel that searches points.
class SearchKernel {
public:
  SearchKernel(KernelState &state, const IndexedAccess &access,
               const ScatterLists &lists, ValueRange buffers, int64_t places)
      : state(state), access(access), lists(lists), buffers(buffers),
        own(state, access, buffers.drop_back(), places),
        other(state, access, buffers.drop_back(), places), places(places) {}

  /// The first point of the thread's bucket, and the next one of its point's.
  void emitFirst();
  void emitNext();

private:
  void bindKeys(ArrayRef<int64_t> shape);
  Value getBucket(ElementThread &thread);
  Value search(Value begin, Value bucket);
  Value isInBucket(Value bucket);
  void store(Value point);

  KernelState &state;
  const IndexedAccess &access;
  const ScatterLists &lists;
  ValueRange buffers;
  ElementThread own, other;
  int64_t places;
};
} // namespace

void SearchKernel::bindKeys(ArrayRef<int64_t> shape) {
  for (auto [i, loop] : llvm::enumerate(lists.keys)) {
    Value value = own.get(own.getCoordinate(shape, i));
    own.bindLoop(loop, value);
    other.bindLoop(loop, value);
  }
}

/// The bucket that the point of a thread is sent to.
Value SearchKernel::getBucket(ElementThread &thread) {
  SmallVector<AffineExpr> row;
  for (unsigned d : lists.dims)
    row.push_back(thread.getIndex(d));
  return thread.get(lists.getBucket(row, state.b.getContext()));
}

/// Is the point that `other` is at sent to this bucket?
Value SearchKernel::isInBucket(Value bucket) {
  OpBuilder &b = state.b;
  auto compare = [&]() -> Value {
    other.readPositions();
    return arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::eq,
                                 getBucket(other), bucket);
  };
  // Integers are read under the guard, which may keep the reads in bounds.
  Value included = other.isIncluded();
  if (!included)
    return compare();
  auto ifOp = scf::IfOp::create(b, state.loc, TypeRange(b.getI1Type()),
                                included, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  scf::YieldOp::create(b, state.loc, compare());
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(
      b, state.loc,
      ValueRange(arith::ConstantIntOp::create(b, state.loc, 0, 1)));
  return ifOp.getResult(0);
}

/// The first point from `begin` on in `bucket`; their number if there is none.
/// All are looked at: loads of points that do not wait for each other cost less
/// than the latency of those before the one that is found.
Value SearchKernel::search(Value begin, Value bucket) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  Value end = state.constant(lists.points);
  auto loop = scf::ForOp::create(b, loc, begin, end, state.constant(1),
                                 ValueRange(end));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  other.openScope();
  Value point = loop.getInductionVar(), found = loop.getRegionIterArg(0);
  bindPoint(state, other, access, lists, point);
  Value candidate =
      arith::SelectOp::create(b, loc, isInBucket(bucket), point, end);
  scf::YieldOp::create(
      b, loc, ValueRange(arith::MinUIOp::create(b, loc, found, candidate)));
  return loop.getResult(0);
}

void SearchKernel::store(Value point) {
  Value narrow = arith::IndexCastOp::create(state.b, state.loc,
                                            state.b.getI32Type(), point);
  storeElements(state, narrow, buffers.back(), own.get(own.getElement()), 1);
}

void SearchKernel::emitFirst() {
  state.enterIf(own.isBelow(places));
  bindKeys(lists.firstShape);
  Value bucket =
      own.get(own.getCoordinate(lists.firstShape, lists.keys.size()));
  store(search(state.constant(0), bucket));
}

void SearchKernel::emitNext() {
  state.enterIf(own.isBelow(places));
  bindKeys(lists.nextShape);
  Value point = own.get(own.getCoordinate(lists.nextShape, lists.keys.size()));
  bindPoint(state, own, access, lists, point);
  // A point that is not included is in no list, and has no next one.
  if (Value included = own.isIncluded()) {
    store(state.constant(lists.points));
    state.enterIf(included);
  }
  own.readPositions();
  Value begin =
      arith::AddIOp::create(state.b, state.loc, point, state.constant(1));
  store(search(begin, getBucket(own)));
}

/// The kernel of so many blocks that makes a list of `shape`.
static gpu::GPUFuncOp emitSearch(gpu::GPUModuleOp module, StringRef name,
                                 ScatterAddOp op,
                                 GPUIndexedScheduleAttr schedule,
                                 int64_t blocks,
                                 SmallVector<int64_t> ScatterLists::*shape,
                                 void (SearchKernel::*emit)()) {
  IndexedAccess access = IndexedAccess::get(op);
  ScatterLists lists(access, schedule.getLists().getRows());
  int64_t places = llvm::product_of(lists.*shape);
  Type list =
      RankedTensorType::get(places, IntegerType::get(op.getContext(), 32));
  gpu::GPUFuncOp function = createGPUKernel(
      module, name, op.getLoc(), ValueRange(access.positions).getTypes(),
      TypeRange(list), schedule.getThreads());
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  KernelState state(b, op.getLoc());
  bindHardware(state, schedule.getThreads(), blocks, 0);
  SearchKernel kernel(state, access, lists, function.getArguments(), places);
  (kernel.*emit)();
  return function;
}

gpu::GPUFuncOp neo::emitFirstPoints(gpu::GPUModuleOp module, StringRef name,
                                    ScatterAddOp op,
                                    GPUIndexedScheduleAttr schedule) {
  return emitSearch(module, name, op, schedule, schedule.getLists().getFirst(),
                    &ScatterLists::firstShape, &SearchKernel::emitFirst);
}

gpu::GPUFuncOp neo::emitNextPoints(gpu::GPUModuleOp module, StringRef name,
                                   ScatterAddOp op,
                                   GPUIndexedScheduleAttr schedule) {
  return emitSearch(module, name, op, schedule, schedule.getLists().getNext(),
                    &ScatterLists::nextShape, &SearchKernel::emitNext);
}
