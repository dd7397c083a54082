//===- Streaming.cpp - Streaming stores -----------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Streaming.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace neo;

static bool isReturned(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
}

/// Does `op` read little, compared with the `bytes` that it writes?
static bool onlyWrites(Operation *op, int64_t bytes) {
  int64_t read = 0;
  for (Type type : op->getOperandTypes())
    read += cast<RankedTensorType>(type).getNumElements() *
            getElementBytes(cast<RankedTensorType>(type));
  return read < bytes / 8;
}

bool neo::isLarge(Value value, Operation *kernel) {
  constexpr int64_t leastTemporary = int64_t(16) << 20;
  constexpr int64_t leastResult = int64_t(8) << 20;
  auto type = cast<RankedTensorType>(value.getType());
  int64_t bytes = type.getNumElements() * getElementBytes(type);
  bool returned = isReturned(value);
  // The result of a small batch may be unaligned.
  if (returned && getBatch(value.getDefiningOp()))
    return false;
  bool soon = !returned || onlyWrites(kernel, bytes);
  return bytes >= (soon ? leastTemporary : leastResult);
}

bool neo::worthStreaming(Value value, Operation *kernel) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t bytes = type.getNumElements() * getElementBytes(type);
  return isLarge(value, kernel) && bytes % cacheLineBytes == 0;
}

bool neo::streams(Value value, const LoopNest &nest, const Schedule &schedule,
                  const LinearForm &position, Operation *kernel) {
  int64_t each = getElementBytes(cast<RankedTensorType>(value.getType()));
  if (position.perItem || (schedule.blockedLoop && !schedule.blocksInside()) ||
      schedule.lanes() * each != cacheLineBytes ||
      !worthStreaming(value, kernel))
    return false;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (schedule.lanesOf(loop) == 1 &&
        position.coefficients[loop] * each % cacheLineBytes != 0)
      return false;
  return true;
}

bool neo::streamsRows(const RowPlan &plan, const RowStatement &statement) {
  if (statement.reducesRows || statement.results.size() != 1)
    return false;
  KernelOp op = plan.op;
  return streams(op.getResult(statement.results.front()), statement.nest,
                 statement.schedule, statement.nest.output, op);
}
