//===- GatherKernel.cpp - Reads at indices that are data ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexedKernels.h"

#include "ElementThread.h"
#include "GlobalAccess.h"
#include "KernelFunction.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace neo;

/// What the point gives: its element, or 0 where `where` fails. The integers
/// are read under the guard, which may be what keeps the reads in bounds.
static Value readPoint(KernelState &state, ElementThread &thread, Value source,
                       Type element) {
  OpBuilder &b = state.b;
  auto read = [&] {
    thread.readPositions();
    return loadElements(state, source, thread.getNamedPlace(), element, 1, 1);
  };
  Value included = thread.isIncluded();
  if (!included)
    return read();
  auto ifOp = scf::IfOp::create(b, state.loc, TypeRange(element), included,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  thread.openScope();
  scf::YieldOp::create(b, state.loc, read());
  b.setInsertionPointToStart(ifOp.elseBlock());
  Value zero = arith::ConstantOp::create(b, state.loc, b.getZeroAttr(element));
  scf::YieldOp::create(b, state.loc, zero);
  return ifOp.getResult(0);
}

gpu::GPUFuncOp neo::emitGatherKernel(gpu::GPUModuleOp module, StringRef name,
                                     GatherOp op,
                                     GPUIndexedScheduleAttr schedule) {
  gpu::GPUFuncOp function =
      createGPUKernel(module, name, op.getLoc(), op->getOperandTypes(),
                      op->getResultTypes(), schedule.getThreads());
  IndexedAccess access = IndexedAccess::get(op);
  int64_t elements = op.getType().getNumElements();
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  KernelState state(b, op.getLoc());
  bindHardware(state, schedule.getThreads(), schedule.getBlocks(), 0);
  ValueRange buffers = function.getArguments();
  ElementThread thread(state, access, buffers.drop_front().drop_back(),
                       elements);
  state.enterIf(thread.isBelow(elements));
  for (unsigned loop = 0; loop < access.extents.size(); ++loop)
    thread.bindLoop(loop,
                    thread.get(thread.getCoordinate(access.extents, loop)));
  Value value =
      readPoint(state, thread, buffers.front(), op.getType().getElementType());
  storeElements(state, value, buffers.back(), thread.get(thread.getElement()),
                1);
  return function;
}
