//===- VectorReader.cpp - Reads of one vector -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "OperandAccess.h"

#include "GuardedBuffer.h"
#include "PieceRead.h"
#include "StridedRead.h"
#include "WindowRead.h"

using namespace mlir;
using namespace neo;

namespace {
/// Emits the load of an operand at one point, as its plan says.
class VectorReader {
public:
  VectorReader(TileState &state, const NestOperand &operand, Value buffer,
               const TilePoint &point)
      : state(state), b(state.b), loc(state.loc), operand(operand),
        plan(state.nest, state.schedule, operand), point(point),
        memory(state, operand, buffer, point),
        planned(plan.at(state.stepAt(point.offsets, point.validLanes),
                        memory.guard.known())) {}

  Value read() { return memory.fromStorage(readStored()); }

private:
  Value readStored() {
    switch (planned.kind) {
    case ReadKind::pad:
      return memory.padding(memory.vectorType());
    case ReadKind::broadcast:
      return readBroadcast();
    case ReadKind::runs:
      return readRuns();
    case ReadKind::strided:
      return readStrided();
    case ReadKind::pieces:
      return readPieces(state, operand, memory, point, *plan.piece());
    case ReadKind::windows:
      return readPlacedWindows();
    case ReadKind::shifts:
      return readShifts();
    case ReadKind::lanes:
      return readLanes();
    case ReadKind::placed:
      break;
    }
    llvm_unreachable("every vector of a tile has its own kind of read");
  }

  /// The position `offset` elements after the origin of the plan.
  Value place(int64_t offset) {
    if (planned.base)
      return state.index(planned.base + offset, point.offsets);
    return arith::AddIOp::create(b, loc,
                                 state.position(operand.access, point.offsets),
                                 state.constantIndex(offset));
  }

  /// Positions of all lanes, relative to place(0).
  SmallVector<int64_t> lanePlaces() const {
    return planned.places.empty()
               ? getLaneOffsets(operand.access, state.schedule)
               : planned.places;
  }

  Value readRuns() {
    SmallVector<int64_t> places = lanePlaces();
    int64_t run = planned.length;
    if (run == state.lanes)
      return memory.load(place(places.front()), run, memory.guard.lanes());
    Value all = arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(b.getZeroAttr(memory.vectorType())));
    for (int64_t lane = 0; lane < state.lanes; lane += run)
      all = vector::InsertStridedSliceOp::create(
          b, loc,
          memory.load(place(places[lane]), run, memory.guard.part(lane, run)),
          all, ArrayRef(lane), ArrayRef<int64_t>(1));
    return all;
  }

  /// Strided elements of a range.
  Value readStrided() {
    StridedRange range =
        findStridedRange(state, operand, point, planned.length);
    SmallVector<Value> parts;
    for (int64_t part = 0; part < range.countParts(state.lanes); ++part) {
      int64_t first = part * state.lanes;
      parts.push_back(memory.load(place(first - range.phase), state.lanes,
                                  memory.guard.elements(range, first)));
    }
    Value picked = keepValid(pickStrided(state, parts, range), range.valid);
    return range.missing ? addLane(picked, *range.missing) : picked;
  }

  /// The pad in lanes that are not valid, as masked loads have it: sums over
  /// lanes count on its 0.
  Value keepValid(Value all, int64_t valid) {
    if (valid == state.lanes)
      return all;
    SmallVector<bool> isValid(state.lanes, false);
    std::fill_n(isValid.begin(), valid, true);
    return arith::SelectOp::create(b, loc, state.constantMask(isValid), all,
                                   memory.padding(all.getType()));
  }

  /// Inserts one lane, whose guard is known statically, into `others`.
  Value addLane(Value others, int64_t lane) {
    SmallVector<int64_t> alone = state.laneOffsets(point.offsets, lane);
    Value all = memory.padding(memory.vectorType());
    if (guardHolds(state, operand, point, lane) == true)
      all = vector::BroadcastOp::create(
          b, loc, memory.vectorType(),
          memory.loadOne(state.position(operand.access, alone),
                         memory.guard.common()));
    SmallVector<bool> isHere(state.lanes, false);
    isHere[lane] = true;
    return arith::SelectOp::create(b, loc, state.constantMask(isHere), all,
                                   others);
  }

  /// Loads the lanes in which the guard holds from windows; selects the pad in
  /// the others.
  Value readPlacedWindows() {
    Value all = readWindows(state, planned.places, [&](LaneWindow window) {
      return memory.load(place(window.start), state.lanes,
                         memory.guard.first(window.reach));
    });
    bool allHold =
        !planned.wanted || !llvm::is_contained(*planned.wanted, false);
    return allHold ? all : memory.padBeside(memory.guard.lanes(), all);
  }

  /// Each masked load keeps the lanes of those before it.
  Value readShifts() {
    Value all = memory.padding(memory.vectorType());
    SmallVector<std::pair<Value, ReadMask>> parts;
    for (int64_t shift : shiftsOf(planned.places)) {
      SmallVector<bool> mine(state.lanes, false);
      for (auto [lane, place] : llvm::enumerate(planned.places))
        mine[lane] = place - int64_t(lane) == shift;
      ReadMask mask = memory.guard.among(mine);
      parts.emplace_back(place(shift), mask);
    }
    for (auto [from, mask] : parts)
      all = memory.load(from, state.lanes, mask, all);
    return all;
  }

  /// The address is uniform but the guard may vary by lane: the element is
  /// loaded if the guard holds in any valid lane.
  Value readBroadcast() {
    Value one = memory.loadOne(state.position(operand.access, point.offsets),
                               memory.guard.any());
    Value all = vector::BroadcastOp::create(b, loc, memory.vectorType(), one);
    return memory.padBeside(memory.guard.own(), all);
  }

  /// Lane by lane. A guard that varies by lane selects all positions at once:
  /// scalar selects would keep the flags register live between so many tests
  /// that LLVM's list scheduler takes quadratic time.
  Value readLanes() {
    if (memory.guard.own().value())
      return memory.loadEach(
          state.indexVector(operand.access, point.offsets),
          [&](int64_t lane) { return state.isInside(point, lane); },
          memory.guard.lanes());
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < state.lanes; ++lane)
      values.push_back(
          state.isInside(point, lane)
              ? memory.loadOne(
                    state.position(operand.access,
                                   state.laneOffsets(point.offsets, lane)),
                    memory.guard.common())
              : memory.padding(memory.elementType()));
    return vector::FromElementsOp::create(b, loc, memory.vectorType(), values);
  }

  TileState &state;
  OpBuilder &b;
  Location loc;
  const NestOperand &operand;
  AccessPlan plan;
  const TilePoint &point;
  GuardedBuffer memory;
  VectorRead planned;
};
} // namespace

Value neo::readOperand(TileState &state, const NestOperand &operand,
                       Value buffer, const TilePoint &point) {
  return VectorReader(state, operand, buffer, point).read();
}
