//===- StagedWriteBack.cpp - Results staged for write-back ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StagedWriteBack.h"

#include "RegisterTranspose.h"
#include "Scratch.h"
#include "Streaming.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"

using namespace mlir;
using namespace neo;

StagedWriteBack::StagedWriteBack(TileState &state, const ResultPanel &panel,
                                 Value result)
    : state(state), panel(panel), result(result) {
  ComputeOp op = state.nest.op;
  scratch = allocateScratch(state.b, state.loc, panel.run * panel.width,
                            op.getType().getElementType());
}

void StagedWriteBack::keep(ArrayRef<FinishedVector> vectors, Value start) {
  OpBuilder &b = state.b;
  const LinearForm &output = state.nest.output;
  AffineExpr row = b.getAffineConstantExpr(0);
  for (unsigned loop : panel.loops)
    row = row + b.getAffineDimExpr(loop) * output.coefficients[loop];
  unsigned staged = *state.schedule.stagedLoop;
  SmallVector<Value> entered = state.origin;
  state.origin[staged] =
      arith::SubIOp::create(b, state.loc, entered[staged], start);
  for (const FinishedVector &vector : vectors) {
    SmallVector<int64_t> offsets = vector.point.offsets;
    int64_t lane = offsets[panel.laneLoop];
    Value place = state.index(row * panel.width + lane, offsets);
    vector::StoreOp::create(b, state.loc, vector.value, scratch,
                            ValueRange(place));
  }
  state.origin = std::move(entered);
}

/// Are all stores whole lines, of a result that is large enough for streaming
/// stores?
bool StagedWriteBack::streams() const {
  ComputeOp op = state.nest.op;
  int64_t each = getElementBytes(op.getType());
  return worthStreaming(op.getResult(), op) &&
         state.lanes * each == cacheLineBytes && panel.run % state.lanes == 0 &&
         panel.laneStride * each % cacheLineBytes == 0;
}

/// Stores `count` rows from `row` on, `lanes` lanes from `lane` on, transposed
/// to runs from `to` on.
void StagedWriteBack::storeSquare(Value row, Value lane, Value to,
                                  int64_t lanes, int64_t count) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  Type element = cast<MemRefType>(scratch.getType()).getElementType();
  VectorType type = state.vectorOf(element);
  Value from = state.plus(lane, row, panel.width);
  SmallVector<Value> rows;
  for (int64_t step = 0; step < count; ++step)
    rows.push_back(vector::LoadOp::create(
        b, loc, type, scratch,
        ValueRange(state.plus(from, state.constantIndex(step), panel.width))));
  SmallVector<Value> columns = transposeRegisters(b, loc, std::move(rows));
  Value mask = toVectorMask(state, {}, count);
  for (auto [number, column] :
       llvm::enumerate(ArrayRef(columns).take_front(lanes))) {
    Value place = state.plus(to, state.constantIndex(number), panel.laneStride);
    if (mask)
      vector::MaskedStoreOp::create(b, loc, result, ValueRange(place), mask,
                                    column);
    else if (streams())
      vector::StoreOp::create(b, loc, column, result, ValueRange(place),
                              /*nontemporal=*/true, llvm::Align(64));
    else
      vector::StoreOp::create(b, loc, column, result, ValueRange(place));
  }
}

void StagedWriteBack::writeBack(Value start) {
  SmallVector<Value> entered = state.origin;
  for (unsigned loop : panel.loops)
    state.origin[loop] = state.constantIndex(0);
  state.origin[*state.schedule.stagedLoop] = start;
  // A loop of one tile may have its origin inside the staged one.
  if (panel.width >= state.nest.loops[panel.laneLoop].extent)
    state.origin[panel.laneLoop] = state.constantIndex(0);
  SmallVector<int64_t> none(state.nest.loops.size(), 0);
  Value to = state.index(state.nest.output.expr, none);
  state.origin = std::move(entered);
  state.forEachVector(
      state.elementsInside(panel.laneLoop), [&](Value lane, int64_t lanes) {
        Value first = state.plus(to, lane, panel.laneStride);
        state.forEachVector(panel.run, [&](Value row, int64_t count) {
          storeSquare(row, lane, state.plus(first, row, 1), lanes, count);
        });
      });
}
