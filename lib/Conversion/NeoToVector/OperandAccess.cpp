//===- OperandAccess.cpp - Loads and stores of one vector -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "OperandAccess.h"

#include "PieceRead.h"
#include "Scratch.h"

using namespace mlir;
using namespace neo;

static Value toStorage(TileState &state, Value value) {
  Type type = value.getType();
  if (!getElementTypeOrSelf(type).isInteger(1))
    return value;
  Type bytes = state.b.getI8Type();
  if (auto vector = dyn_cast<VectorType>(type))
    bytes = VectorType::get(vector.getShape(), bytes);
  return arith::ExtUIOp::create(state.b, state.loc, bytes, value);
}

void neo::storeScalar(TileState &state, Value value, Value buffer,
                      const TilePoint &point) {
  Value to = state.position(state.nest.output, point.offsets);
  memref::StoreOp::create(state.b, state.loc, toStorage(state, value), buffer,
                          ValueRange(to));
}

static void storeLanes(TileState &state, Value value, Value buffer,
                       const TilePoint &point) {
  for (int64_t lane = 0; lane < point.validLanes; ++lane) {
    if (!state.isInside(point, lane))
      continue;
    Value to = state.position(state.nest.output,
                              state.laneOffsets(point.offsets, lane));
    Value one = vector::ExtractOp::create(state.b, state.loc, value, lane);
    memref::StoreOp::create(state.b, state.loc, one, buffer, ValueRange(to));
  }
}

/// Stores the part of `value` that the state names. Lanes are shifted by way of
/// the stack: a store whose first lanes are off would still touch the line that
/// they lie in, which was written by a streaming store just before.
static void storePart(TileState &state, Value value, Value buffer, Value to) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  auto [from, mask] = *state.part;
  if (from) {
    auto type = cast<VectorType>(value.getType());
    Value both = allocateScratch(b, loc, 2 * state.lanes, type.getElementType(),
                                 state.lanes);
    vector::StoreOp::create(b, loc, value, both, state.constantIndex(0));
    value = vector::LoadOp::create(b, loc, type, both, from);
    to = arith::AddIOp::create(b, loc, to, from);
  }
  vector::MaskedStoreOp::create(b, loc, buffer, to, mask, value);
}

void neo::storeResult(TileState &state, Value value, Value buffer,
                      const TilePoint &point) {
  if (!isa<VectorType>(value.getType()))
    return storeScalar(state, value, buffer, point);
  OpBuilder &b = state.b;
  Location loc = state.loc;
  value = toStorage(state, value);
  const LinearForm &output = state.nest.output;
  int64_t chunk;
  LaneAccess access = classifyLanes(output, state.schedule, chunk);
  bool whole = state.isWhole(point);
  if (access == LaneAccess::contiguous) {
    Value to = state.position(output, point.offsets);
    if (state.part)
      storePart(state, value, buffer, to);
    else if (whole && state.streams)
      vector::StoreOp::create(b, loc, value, buffer, to, /*nontemporal=*/true,
                              llvm::Align(64));
    else if (whole)
      vector::StoreOp::create(b, loc, value, buffer, to);
    else
      vector::MaskedStoreOp::create(
          b, loc, buffer, to, toVectorMask(state, {}, point.validLanes), value);
    return;
  }
  if (!whole && storePieces(state, value, buffer, point))
    return;
  if (access != LaneAccess::chunked || !whole)
    return storeLanes(state, value, buffer, point);
  Value base = state.position(output, point.offsets);
  SmallVector<int64_t> offsets = getLaneOffsets(output, state.schedule);
  for (int64_t lane = 0; lane < state.lanes; lane += chunk) {
    Value to =
        arith::AddIOp::create(b, loc, base, state.constantIndex(offsets[lane]));
    Value part = vector::ExtractStridedSliceOp::create(
        b, loc, value, ArrayRef(lane), ArrayRef(chunk), ArrayRef<int64_t>(1));
    vector::StoreOp::create(b, loc, part, buffer, to);
  }
}

Value neo::readResult(TileState &state, Value buffer, const TilePoint &point) {
  ComputeOp op = state.nest.op;
  NestOperand result{op.getType(), state.nest.output, {}, {}};
  return readOperand(state, result, buffer, point);
}

Value neo::readScalarResult(TileState &state, Value buffer,
                            const TilePoint &point) {
  Value from = state.position(state.nest.output, point.offsets);
  Value value =
      memref::LoadOp::create(state.b, state.loc, buffer, ValueRange(from));
  ComputeOp op = state.nest.op;
  if (!op.getType().getElementType().isInteger(1))
    return value;
  return arith::TruncIOp::create(state.b, state.loc, state.b.getI1Type(),
                                 value);
}
