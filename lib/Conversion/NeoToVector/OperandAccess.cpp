//===- OperandAccess.cpp - Loads and stores of one vector -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "OperandAccess.h"

#include "LaneGuard.h"
#include "PieceRead.h"
#include "PlacedRead.h"
#include "StridedRead.h"

using namespace mlir;
using namespace neo;

TypedAttr neo::getPad(const NestOperand &operand) {
  Type element = operand.type.getElementType();
  if (operand.pad)
    return operand.pad;
  return cast<TypedAttr>(Builder(element.getContext()).getZeroAttr(element));
}

namespace {
/// Reads one operand at one point.
class VectorReader {
public:
  VectorReader(TileState &state, const NestOperand &operand, Value buffer,
               const TilePoint &point)
      : state(state), b(state.b), loc(state.loc), operand(operand),
        buffer(buffer), point(point), element(operand.type.getElementType()),
        guard(state, operand.guard, point) {}

  Value read() {
    if (operand.pad && guard.never())
      return state.splat(operand.pad);
    bool holes = hasHoles(state.nest, state.schedule);
    if (!holes && dividesLanes(state.schedule, operand.access))
      if (auto places =
              state.places(operand.access, point.offsets, point.validLanes))
        return readPlaced(std::move(*places));
    if (!holes && guard.always() &&
        readsWindows(state.nest, state.schedule, operand.access))
      return pickFrom(getLaneOffsets(operand.access, state.schedule),
                      position());
    int64_t chunk;
    LaneAccess lanes = classifyLanes(operand.access, state.schedule, chunk);
    if (lanes != LaneAccess::broadcast)
      if (auto piece = findPiece(state.nest, state.schedule, operand))
        return fromStorage(readPieces(
            state, operand, buffer, point, *piece,
            storedPad(state.vectorOf(storageType(element))), guard.shared()));
    switch (lanes) {
    case LaneAccess::broadcast:
      return readBroadcast();
    case LaneAccess::contiguous:
      return readRun(position(), state.lanes, guard.lanes());
    case LaneAccess::strided:
      return readStrided(chunk);
    case LaneAccess::chunked:
      return readChunks(chunk);
    case LaneAccess::scattered:
      return readLanes();
    }
    llvm_unreachable("every lane access is read");
  }

private:
  Value position() { return state.position(operand.access, point.offsets); }

  TypedAttr pad() { return getPad(operand); }

  /// The pad as it would lie in memory.
  Value storedPad(VectorType type) {
    Attribute value = pad();
    if (element.isInteger(1))
      value = b.getI8IntegerAttr(cast<IntegerAttr>(value).getValue() != 0);
    return arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(DenseElementsAttr::get(type, value)));
  }

  Value fromStorage(Value value) {
    if (!element.isInteger(1))
      return value;
    Value zero = arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(b.getZeroAttr(value.getType())));
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, value, zero);
  }

  /// `count` neighbours from `from` on, as they lie in memory.
  Value readStored(Value from, int64_t count, Value laneMask) {
    auto type = VectorType::get({count}, storageType(element));
    if (!laneMask)
      return vector::LoadOp::create(b, loc, type, buffer, from);
    return vector::MaskedLoadOp::create(b, loc, type, buffer, from, laneMask,
                                        storedPad(type));
  }

  Value readRun(Value from, int64_t count, Value laneMask) {
    return fromStorage(readStored(from, count, laneMask));
  }

  /// Lanes at `places` after `base`, which nothing guards.
  Value pickFrom(ArrayRef<int64_t> places, Value base) {
    return fromStorage(readWindows(
        state, places.take_front(point.validLanes), [&](LaneWindow window) {
          Value from = arith::AddIOp::create(b, loc, base,
                                             state.constantIndex(window.start));
          return readStored(from, state.lanes,
                            toVectorMask(state, {}, window.reach));
        }));
  }

  Value readChunks(int64_t chunk) {
    SmallVector<int64_t> offsets =
        getLaneOffsets(operand.access, state.schedule);
    Value base = position(), laneMask = guard.lanes();
    Value result = arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(b.getZeroAttr(state.vectorOf(element))));
    for (int64_t lane = 0; lane < state.lanes; lane += chunk) {
      Value from = arith::AddIOp::create(b, loc, base,
                                         state.constantIndex(offsets[lane]));
      Value part;
      if (laneMask)
        part = vector::ExtractStridedSliceOp::create(
            b, loc, laneMask, ArrayRef(lane), ArrayRef(chunk),
            ArrayRef<int64_t>(1));
      result = vector::InsertStridedSliceOp::create(
          b, loc, readRun(from, chunk, part), result, ArrayRef(lane),
          ArrayRef<int64_t>(1));
    }
    return result;
  }

  /// Every `stride`-th element of a range.
  Value readStrided(int64_t stride) {
    StridedRange range = findStridedRange(state, operand, point, stride);
    Value base = position();
    SmallVector<Value> parts;
    for (int64_t first = 0; first < stride * state.lanes;
         first += state.lanes) {
      Value from = arith::AddIOp::create(
          b, loc, base, state.constantIndex(first - range.phase));
      parts.push_back(readRun(from, state.lanes, guard.elements(range, first)));
    }
    Value picked = pickStrided(state, parts, range);
    return range.missing ? addLane(picked, *range.missing) : picked;
  }

  /// `others` with one lane more, of which is known whether the guard holds.
  Value addLane(Value others, int64_t lane) {
    TilePoint alone{state.laneOffsets(point.offsets, lane), 1};
    Value all = state.splat(pad());
    if (!failsAlways(state, operand.guard, alone))
      all = vector::BroadcastOp::create(
          b, loc, state.vectorOf(element),
          readElement(state.position(operand.access, alone.offsets),
                      guard.shared()));
    SmallVector<bool> isHere(state.lanes, false);
    isHere[lane] = true;
    Value here = arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(state.vectorOf(b.getI1Type()), isHere));
    return arith::SelectOp::create(b, loc, here, all, others);
  }

  /// Lanes at known places: permuted, or in a few shifted parts, each under a
  /// mask of its own.
  Value readPlaced(SmallVector<int64_t> places) {
    AffineExpr rest = restOfPlaced(state.nest, state.schedule, operand.access);
    std::optional<SmallVector<bool>> wanted = guard.known();
    if (wanted && !llvm::is_contained(*wanted, true))
      return state.splat(pad());
    if (wanted)
      gatherWhere(*wanted, places);
    PlacedWay way = wayToRead(places, state.lanes);
    if (wanted && way != PlacedWay::shifts && !guard.always()) {
      Value all = pickFrom(places, state.index(rest, point.offsets));
      return arith::SelectOp::create(b, loc, guard.lanes(), all,
                                     state.splat(pad()));
    }
    if (way == PlacedWay::neighbours)
      return readRun(state.index(rest + places.front(), point.offsets),
                     state.lanes, guard.lanes());
    if (way == PlacedWay::windows && guard.always())
      return pickFrom(places, state.index(rest, point.offsets));
    auto type = VectorType::get({state.lanes}, storageType(element));
    Value all = storedPad(type);
    for (const PlacedPart &part :
         placedParts(state, operand.access, places, guard.lanes(), point))
      all = vector::MaskedLoadOp::create(b, loc, type, buffer, part.from,
                                         part.mask, all);
    return fromStorage(all);
  }

  /// One element; where `holds` fails, the pad, and nothing is read outside
  /// the buffer: the index falls back to 0.
  Value readElement(Value from, Value holds) {
    if (holds)
      from =
          arith::SelectOp::create(b, loc, holds, from, state.constantIndex(0));
    Value value =
        fromStorage(memref::LoadOp::create(b, loc, buffer, ValueRange(from)));
    if (!holds)
      return value;
    Value padding = arith::ConstantOp::create(b, loc, pad());
    return arith::SelectOp::create(b, loc, holds, value, padding);
  }

  Value readBroadcast() {
    // A guard over the lanes bounds an index that no lane moves: read it only
    // if some lane inside the loops wants it.
    Value holds = guard.shared();
    if (guard.own()) {
      Value wanted = toVectorMask(state, {{}, guard.own()}, point.validLanes);
      Value any = vector::ReductionOp::create(b, loc, vector::CombiningKind::OR,
                                              wanted);
      holds = holds ? arith::AndIOp::create(b, loc, holds, any) : any;
    }
    VectorType type = state.vectorOf(element);
    Value all = vector::BroadcastOp::create(b, loc, type,
                                            readElement(position(), holds));
    if (!guard.own())
      return all;
    return arith::SelectOp::create(b, loc, guard.own(), all,
                                   state.splat(pad()));
  }

  Value readLanes() {
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < state.lanes; ++lane) {
      if (!state.isInside(point, lane)) {
        values.push_back(arith::ConstantOp::create(b, loc, pad()));
        continue;
      }
      Value from = state.position(operand.access,
                                  state.laneOffsets(point.offsets, lane));
      values.push_back(readElement(from, guard.lane(lane)));
    }
    return vector::FromElementsOp::create(b, loc, state.vectorOf(element),
                                          values);
  }

  TileState &state;
  OpBuilder &b;
  Location loc;
  const NestOperand &operand;
  Value buffer;
  const TilePoint &point;
  Type element;
  LaneGuard guard;
};
} // namespace

Value neo::readOperand(TileState &state, const NestOperand &operand,
                       Value buffer, const TilePoint &point) {
  return VectorReader(state, operand, buffer, point).read();
}

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
    if (whole && state.streams)
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
