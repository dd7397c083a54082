//===- GatherKernel.cpp - The kernel of a neo.gather ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexedKernel.h"

#include "Neo/Dialect/Batch.h"

using namespace mlir;
using namespace neo;

/// How many outer loops are parallel: as many as give enough steps, but not the
/// innermost, which is the contiguous copy, unless there is no other.
static unsigned countSharedLoops(ArrayRef<int64_t> extents) {
  constexpr int64_t enoughSteps = 64;
  unsigned shared = 0;
  int64_t steps = 1;
  while (shared < extents.size() &&
         (shared == 0 || (shared + 1 < extents.size() && steps < enoughSteps)))
    steps *= extents[shared++];
  return shared;
}

/// Delinearises `step` into the induction variables of the parallel loops.
static void setSharedLoops(OpBuilder &b, Location loc, IndexedLoops &loops,
                           ArrayRef<int64_t> extents, Value step) {
  SmallVector<Value> values(extents.size());
  for (unsigned loop = extents.size(); loop > 1; --loop) {
    Value extent = loops.extent(extents[loop - 1]);
    values[loop - 1] = arith::RemUIOp::create(b, loc, step, extent);
    step = arith::DivUIOp::create(b, loc, step, extent);
  }
  if (!extents.empty())
    values[0] = step;
  for (auto [loop, value] : llvm::enumerate(values))
    loops.setLoop(loop, value);
}

/// Copies the indexed element of the current point, or writes 0 where the guard
/// fails.
static void copyElement(OpBuilder &b, Location loc, IndexedLoops &loops,
                        Value source, Value result) {
  Value point = loops.getPoint();
  if (Value guard = loops.getGuard()) {
    auto ifOp = scf::IfOp::create(b, loc, guard, /*withElseRegion=*/true);
    b.setInsertionPointToStart(ifOp.elseBlock());
    Type element = cast<MemRefType>(result.getType()).getElementType();
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(element));
    memref::StoreOp::create(b, loc, zero, result, point);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  Value value = memref::LoadOp::create(b, loc, source, loops.getElement());
  memref::StoreOp::create(b, loc, value, result, point);
}

Kernel neo::emitGatherKernel(ModuleOp module, StringRef name, GatherOp op) {
  IndexedAccess access = IndexedAccess::get(op);
  std::optional<int64_t> batch = getBatch(op);
  bool hasItems = countsItems(op, access);
  func::FuncOp function = createKernelFunction(module, name, op, hasItems);
  Block *entry = &function.getBody().front();
  OpBuilder b = enterKernel(function);
  Location loc = op.getLoc();
  unsigned buffers = op->getNumOperands() + 1, range = buffers + hasItems;

  ArrayRef<int64_t> extents = access.extents;
  unsigned shared = countSharedLoops(extents);
  IndexedLoops loops(b, loc, access,
                     entry->getArguments().slice(1, buffers - 2));
  if (hasItems)
    loops.setItems(batch, loadItems(b, loc, entry->getArgument(buffers)));
  Value step = walkRange(b, loc, entry->getArgument(range),
                         entry->getArgument(range + 1));
  setSharedLoops(b, loc, loops, extents.take_front(shared), step);
  for (unsigned loop = shared; loop < extents.size(); ++loop)
    loops.openLoop(loop);
  copyElement(b, loc, loops, entry->getArgument(0),
              entry->getArgument(buffers - 1));

  int64_t extent = 1, points = 1;
  for (auto [loop, size] : llvm::enumerate(extents))
    (loop < shared ? extent : points) *= size;
  int64_t grain = chooseGrain(points * extent, extent);
  if (!hasItems)
    return {function, extent, grain};
  if (!llvm::is_contained(extents.take_front(shared), *batch))
    return {function, extent, grain, /*batchTile=*/0};
  return {function, extent / *batch, grain, /*batchTile=*/1};
}
