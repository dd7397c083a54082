//===- PieceRead.cpp - Several short rows in one vector -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PieceRead.h"

using namespace mlir;
using namespace neo;

/// Sources of shuffle lanes: undefined, and the padding.
constexpr int64_t anything = -1, isPadding = -2;

namespace {
class PieceReader {
public:
  PieceReader(TileState &state, const NestOperand &operand,
              GuardedBuffer &memory, const TilePoint &point,
              const LanePiece &piece)
      : state(state), b(state.b), loc(state.loc), operand(operand),
        memory(memory), point(point), piece(piece),
        padding(memory.padding(memory.vectorType())),
        width(state.schedule.vector.back().lanes),
        starts(getLaneOffsets(operand.access, state.schedule)) {}

  Value read() {
    SmallVector<int64_t> sources = findSources();
    bool isOne =
        piece.span == 1 && !llvm::is_contained(sources, int64_t(isPadding));
    return isOne ? readElements() : permute(readRegisters(), sources);
  }

private:
  int64_t pieces() const { return state.lanes / width; }
  int64_t piecesPerRegister() const { return state.lanes / piece.slot; }
  bool isInside(int64_t number) const {
    return number * width < point.validLanes;
  }

  /// Values of the vectorised loops at `step` of the innermost of them.
  SmallVector<int64_t> valuesAt(int64_t step) const {
    SmallVector<int64_t> values(state.nest.loops.size(), 0);
    values[state.schedule.vector.back().loop] = step;
    for (unsigned tap : piece.taps)
      values[tap] = state.ranges[tap].low + point.offsets[tap];
    return values;
  }

  /// Offset of an element from the beginning of its piece.
  int64_t placeOf(ArrayRef<int64_t> values) const {
    int64_t place = -piece.low;
    for (auto [loop, value] : llvm::enumerate(values))
      place += operand.access.coefficients[loop] * value;
    return place;
  }

  /// For every lane its source lane, numbered consecutively over all registers.
  SmallVector<int64_t> findSources() const {
    SmallVector<int64_t> sources(state.lanes, anything);
    for (int64_t lane = 0; lane < state.lanes; ++lane) {
      if (!state.isInside(point, lane))
        continue;
      SmallVector<int64_t> values = valuesAt(lane % width);
      sources[lane] =
          readsElement(state.nest, state.schedule, operand, piece, values)
              ? lane / width * piece.slot + placeOf(values)
              : isPadding;
    }
    return sources;
  }

  /// Position of element 0 of piece 0.
  Value base() {
    int64_t before = placeOf(valuesAt(0));
    Value first = state.position(operand.access, point.offsets);
    return arith::AddIOp::create(b, loc, first, state.constantIndex(-before));
  }

  SmallVector<bool> lanesFrom(int64_t first, int64_t count) {
    SmallVector<bool> mine(state.lanes, false);
    std::fill_n(mine.begin() + first, count, true);
    return mine;
  }

  SmallVector<Value> readRegisters() {
    Value from = base();
    SmallVector<Value> registers(piece.registers(state.schedule), padding);
    for (int64_t number = 0; number < pieces() && isInside(number); ++number) {
      Value &into = registers[number / piecesPerRegister()];
      int64_t lane = number % piecesPerRegister() * piece.slot;
      ReadMask mask = memory.guard.commonAmong(lanesFrom(lane, piece.span));
      Value place = arith::AddIOp::create(
          b, loc, from, state.constantIndex(starts[number * width] - lane));
      into = memory.load(place, state.lanes, mask, into);
    }
    return registers;
  }

  /// Reads pieces of one element each.
  Value readElements() {
    Value from = base(), all;
    for (int64_t number = 0; number < pieces() && isInside(number); ++number) {
      Value place = arith::AddIOp::create(
          b, loc, from, state.constantIndex(starts[number * width]));
      Value one = vector::BroadcastOp::create(
          b, loc, memory.vectorType(),
          memory.loadOne(place, memory.guard.common()));
      SmallVector<bool> behind =
          lanesFrom(number * width, state.lanes - number * width);
      all = all ? arith::SelectOp::create(b, loc, state.constantMask(behind),
                                          one, all)
                : one;
    }
    return all;
  }

  /// Does no piece fill `lane` of a register?
  bool isUnread(int64_t lane) const { return lane % piece.slot >= piece.span; }

  /// Chooses sources for the padding and for lanes that are not used, so that
  /// the shuffle is as far as possible a rotation of all lanes, the cheapest
  /// one.
  void rotate(SmallVector<int64_t> &sources) const {
    int64_t move = 0, unread = anything;
    for (int64_t lane = 0; lane < state.lanes; ++lane) {
      if (sources[lane] >= 0)
        move = sources[lane] - lane;
      if (isUnread(lane))
        unread = lane;
    }
    for (int64_t lane = 0; lane < state.lanes; ++lane) {
      int64_t alike = (lane + move + state.lanes) % state.lanes;
      if (sources[lane] == anything ||
          (sources[lane] == isPadding && isUnread(alike)))
        sources[lane] = alike;
      else if (sources[lane] == isPadding && unread != anything)
        sources[lane] = unread;
    }
  }

  Value permute(ArrayRef<Value> registers, SmallVector<int64_t> sources) {
    rotate(sources);
    SmallVector<Value> all(registers);
    if (llvm::is_contained(sources, int64_t(isPadding))) {
      for (auto [lane, source] : llvm::enumerate(sources))
        if (source == isPadding)
          source = int64_t(all.size()) * state.lanes + int64_t(lane);
      all.push_back(padding);
    }
    bool inPlace = all.size() == 1;
    for (auto [lane, source] : llvm::enumerate(sources))
      inPlace &= source == int64_t(lane);
    return inPlace ? all.front() : join(all, sources);
  }

  /// Joins the registers one by one by shuffles; the first shuffle permutes the
  /// first register, too.
  Value join(ArrayRef<Value> registers, ArrayRef<int64_t> sources) {
    Value result = registers.front();
    size_t joins = std::max<size_t>(registers.size(), 2);
    for (size_t next = 1; next < joins; ++next) {
      SmallVector<int64_t> order;
      for (auto [lane, source] : llvm::enumerate(sources)) {
        int64_t from = source / state.lanes, place = source % state.lanes;
        if (from == int64_t(next))
          order.push_back(state.lanes + place);
        else
          order.push_back(next == 1 && from == 0 ? place : int64_t(lane));
      }
      Value other = next < registers.size() ? registers[next] : result;
      result = vector::ShuffleOp::create(b, loc, result, other, order);
    }
    return result;
  }

  TileState &state;
  OpBuilder &b;
  Location loc;
  const NestOperand &operand;
  GuardedBuffer &memory;
  const TilePoint &point;
  const LanePiece &piece;
  Value padding;
  int64_t width;
  SmallVector<int64_t> starts;
};
} // namespace

Value neo::readPieces(TileState &state, const NestOperand &operand,
                      GuardedBuffer &memory, const TilePoint &point,
                      const LanePiece &piece) {
  return PieceReader(state, operand, memory, point, piece).read();
}

bool neo::storePieces(TileState &state, Value value, Value buffer,
                      const TilePoint &point) {
  const LinearForm &output = state.nest.output;
  const VectorPart &inner = state.schedule.vector.back();
  if (state.schedule.vector.size() < 2 || output.irregular.any() ||
      output.coefficients[inner.loop] != 1)
    return false;
  OpBuilder &b = state.b;
  SmallVector<int64_t> starts = getLaneOffsets(output, state.schedule);
  Value base = state.position(output, point.offsets);
  for (int64_t first = 0; first < point.validLanes; first += inner.lanes) {
    SmallVector<bool> mine(state.lanes, false);
    for (int64_t lane = first; lane < first + inner.lanes; ++lane)
      mine[lane] = state.isInside(point, lane);
    Value to = arith::AddIOp::create(
        b, state.loc, base, state.constantIndex(starts[first] - first));
    vector::MaskedStoreOp::create(b, state.loc, buffer, to,
                                  state.constantMask(mine), value);
  }
  return true;
}
