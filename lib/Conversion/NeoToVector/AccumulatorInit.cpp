//===- AccumulatorInit.cpp - Initial values of accumulators ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AccumulatorInit.h"

#include "OperandAccess.h"

using namespace mlir;
using namespace neo;

bool neo::accumulatesInResult(const LoopNest &nest, const Schedule &schedule) {
  constexpr int64_t mostSteps = 16;
  int64_t chunk, steps = schedule.block;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction && schedule.blockedLoop != loop)
      steps *= info.extent;
  return schedule.blockedLoop && !schedule.blocksInside() &&
         steps <= mostSteps && !schedule.reducesLanes(nest) &&
         classifyLanes(nest.output, schedule, chunk) == LaneAccess::contiguous;
}

SmallVector<Value> neo::loadAccumulators(TileState &state,
                                         ArrayRef<Value> neutral,
                                         ArrayRef<TilePoint> points,
                                         Value blockStart, Value buffer) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        blockStart, state.constantIndex(0));
  auto branch = scf::IfOp::create(b, loc, ValueRange(neutral).getTypes(),
                                  isFirst, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, loc, neutral);
  b.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> kept;
  for (const TilePoint &point : points)
    kept.push_back(readResult(state, buffer, point));
  scf::YieldOp::create(b, loc, kept);
  return llvm::to_vector_of<Value>(branch.getResults());
}
