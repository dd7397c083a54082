//===- StreamPrefetch.cpp - Software prefetch of streams ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StreamPrefetch.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Schedule/PrefetchPlan.h"

using namespace mlir;
using namespace neo;

StreamPrefetch::StreamPrefetch(TileState &state, ValueRange buffers)
    : state(state), buffers(buffers),
      near(InstructionSet::of(state.nest.op).nearStreams) {
  for (const NestOperand &operand : state.nest.operands)
    ahead.push_back(
        findStreamPrefetch(state.nest, state.schedule, operand, near));
}

void StreamPrefetch::prefetch(unsigned operand, const TilePoint &point) {
  if (ahead[operand] == 0)
    return;
  const NestOperand &read = state.nest.operands[operand];
  int64_t perLine = 64 / getElementBytes(read.type), offset = ahead[operand];
  for (auto [loop, steps] : llvm::enumerate(point.offsets))
    offset += read.access.coefficients[loop] * steps;
  // One prefetch per cache line.
  if (offset % perLine != 0)
    return;
  SmallVector<int64_t> none(point.offsets.size(), 0);
  Value base = state.position(read.access, none);
  for (int64_t line = 0; line < state.lanes; line += perLine)
    memref::PrefetchOp::create(
        state.b, state.loc, buffers[operand],
        ValueRange(arith::AddIOp::create(state.b, state.loc, base,
                                         state.constantIndex(offset + line))),
        /*isWrite=*/false, /*localityHint=*/near ? 3 : 2, /*isDataCache=*/true);
}
