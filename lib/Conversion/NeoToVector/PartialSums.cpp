//===- PartialSums.cpp - Partial sums of tiles between blocks -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PartialSums.h"

#include "Scratch.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

PartialSums::PartialSums(TileState &state, Type type) : state(state) {
  const Schedule &schedule = state.schedule;
  ArrayRef<unsigned> order = schedule.order;
  size_t level = llvm::find(order, *schedule.blockedLoop) - order.begin();
  loops = order.drop_front(level + 1);
  int64_t tiles = 1;
  for (unsigned loop : loops)
    tiles *=
        llvm::divideCeil(state.nest.loops[loop].extent, schedule.step(loop));
  vectors = schedule.vectors();
  scratch =
      allocateScratch(state.b, state.loc, tiles * vectors * state.lanes, type);
}

Value PartialSums::place(size_t vector) {
  Value tile =
      arith::MulIOp::create(state.b, state.loc, state.tileNumber(loops),
                            state.constantIndex(vectors * state.lanes));
  return arith::AddIOp::create(state.b, state.loc, tile,
                               state.constantIndex(vector * state.lanes));
}

SmallVector<Value> PartialSums::resume(ArrayRef<Value> neutral,
                                       Value blockStart) {
  OpBuilder &b = state.b;
  Value isFirst = arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::eq,
                                        blockStart, state.constantIndex(0));
  SmallVector<Type> types;
  for (Value value : neutral)
    types.push_back(value.getType());
  auto branch = scf::IfOp::create(b, state.loc, types, isFirst,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, state.loc, neutral);
  b.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> kept;
  for (auto [i, type] : llvm::enumerate(types))
    kept.push_back(vector::LoadOp::create(b, state.loc, cast<VectorType>(type),
                                          scratch, ValueRange(place(i))));
  scf::YieldOp::create(b, state.loc, kept);
  return llvm::to_vector_of<Value>(branch.getResults());
}

void PartialSums::suspend(ArrayRef<Value> accumulators, Value blockStart,
                          llvm::function_ref<void()> finish) {
  OpBuilder &b = state.b;
  int64_t last = state.schedule.lastBlock(state.nest);
  Value isLast = arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::eq,
                                       blockStart, state.constantIndex(last));
  auto branch =
      scf::IfOp::create(b, state.loc, isLast, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  finish();
  b.setInsertionPointToStart(branch.elseBlock());
  for (auto [i, value] : llvm::enumerate(accumulators))
    vector::StoreOp::create(b, state.loc, value, scratch, ValueRange(place(i)));
}
