//===- PlacedLines.cpp - Shifted lanes from whole cache lines -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PlacedLines.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Schedule/PlacedLanes.h"

using namespace mlir;
using namespace neo;

constexpr int64_t wordBytes = 4, lineWords = cacheLineBytes / wordBytes;

PlacedLines::PlacedLines(TileState &state, ValueRange buffers)
    : state(state), buffers(buffers),
      words(VectorType::get({lineWords}, state.b.getI32Type())) {
  if (!InstructionSet::of(state.nest.op).hasAVX512())
    return;
  for (auto [number, operand] : llvm::enumerate(state.nest.operands))
    if (cutsLines(state.nest, state.schedule, operand))
      enter(number);
}

/// The misalignment of an operand to a cache line, in bytes.
Value PlacedLines::findMisalignment(unsigned operand) {
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      state.b, state.loc, buffers[operand]);
  return arith::RemUIOp::create(state.b, state.loc, address,
                                state.constantIndex(cacheLineBytes));
}

/// Computes the misalignment of `operand` once, at the kernel's entry.
void PlacedLines::enter(unsigned operand) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  Value past = findMisalignment(operand);
  auto over = [&](int64_t bytes) {
    return arith::DivUIOp::create(b, loc, past, state.constantIndex(bytes));
  };
  Value elements = over(getElementBytes(state.nest.operands[operand].type));
  Value inWords =
      arith::IndexCastOp::create(b, loc, b.getI32Type(), over(wordBytes));
  SmallVector<int32_t> lanes;
  for (int32_t lane = 0; lane < lineWords; ++lane)
    lanes.push_back(lane);
  Value first = vector::BroadcastOp::create(b, loc, words, inWords);
  Value inOrder = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(words, ArrayRef<int32_t>(lanes)));
  auto order = arith::AddIOp::create(b, loc, first, inOrder);
  begin[operand] = {elements, inWords, order};
  entry = order;
}

Value PlacedLines::number(int32_t value) {
  return arith::ConstantOp::create(state.b, state.loc,
                                   state.b.getI32IntegerAttr(value));
}

Value PlacedLines::call(StringRef intrinsic, ValueRange operands) {
  auto name = state.b.getStringAttr("llvm.x86.avx512." + intrinsic);
  return LLVM::CallIntrinsicOp::create(state.b, state.loc, words, name,
                                       operands)
      .getResult(0);
}

/// Distance of `point` from the origin by the terms that restOfPlaced leaves.
int64_t PlacedLines::displacement(unsigned operand,
                                  const TilePoint &point) const {
  AffineExpr rest = restOfPlaced(state.nest, state.schedule,
                                 state.nest.operands[operand].access);
  auto at = [&](ArrayRef<int64_t> values) {
    SmallVector<AffineExpr> constants;
    for (int64_t value : values)
      constants.push_back(state.b.getAffineConstantExpr(value));
    AffineExpr known = simplifyAffineExpr(rest.replaceDims(constants), 0, 0);
    return cast<AffineConstantExpr>(known).getValue();
  };
  SmallVector<int64_t> origin(point.offsets.size(), 0);
  return at(point.offsets) - at(origin);
}

/// The rows of the lanes of the vector before `point` (`step` is -1) or after
/// it (1), in the same tile or, at the end of a pixel, in the next column;
/// empty if there is none.
SmallVector<unsigned> PlacedLines::rowsBeside(unsigned operand,
                                              const SharedShifts &shared,
                                              const TilePoint &point,
                                              int64_t step) const {
  const NestOperand &from = state.nest.operands[operand];
  unsigned loop = state.schedule.vector.front().loop;
  int64_t last = state.schedule.step(loop) - state.lanes;
  TilePoint beside = point;
  int64_t &offset = beside.offsets[loop];
  offset += step * state.lanes;
  if (offset < 0 || offset > last) {
    offset = step < 0 ? last : 0;
    beside.offsets[shared.loop] += step;
  }
  auto places = state.places(from.access, beside.offsets, state.lanes);
  if (!places)
    return {};
  auto other = shareShifts(state.nest, state.schedule, from, *places);
  if (!other || other->rows.size() != shared.rows.size())
    return {};
  int64_t apart = displacement(operand, beside) - displacement(operand, point);
  for (auto [mine, theirs] : llvm::zip_equal(shared.rows, other->rows))
    if (theirs + apart != mine + step * state.lanes)
      return {};
  return other->rowOf;
}

/// Mask of the words of the line of `seam` that belong to `row`.
Value PlacedLines::maskOf(unsigned operand, const Seam &seam, unsigned row) {
  uint32_t bits = 0;
  int64_t each = lineWords / state.lanes; // words per lane
  uint32_t wordsOfLane = (uint32_t(1) << each) - 1;
  for (auto [lane, from] : llvm::enumerate(seam.rowOf))
    if (from == row)
      bits |= wordsOfLane << (int64_t(lane) * each);
  Value &mask = masks[{operand, bits}];
  if (mask)
    return mask;
  OpBuilder &b = state.b;
  Location loc = state.loc;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(entry);
  Value before =
      arith::SubIOp::create(b, loc, number(lineWords), begin[operand].words);
  Value moved = arith::ShRUIOp::create(b, loc, number(int32_t(bits)), before);
  Value lanes = arith::TruncIOp::create(b, loc, b.getI16Type(), moved);
  lanes = vector::BroadcastOp::create(
      b, loc, VectorType::get({1}, b.getI16Type()), lanes);
  lanes = vector::BitCastOp::create(
      b, loc, VectorType::get({lineWords}, b.getI1Type()), lanes);
  return mask = arith::ExtSIOp::create(b, loc, words, lanes);
}

/// Loads the line of `seam` from all its rows and blends them; `base` is the
/// position of the line whose second vector is at the origin.
Value PlacedLines::readLine(unsigned operand, const Seam &seam, Value base) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  VectorType type =
      state.vectorOf(state.nest.operands[operand].type.getElementType());
  constexpr int32_t chosen =
      0xca; // truth table of a select by the first operand
  Value all;
  for (auto [number, row] : llvm::enumerate(seam.rows)) {
    if (row == notWanted)
      continue;
    Value place = arith::AddIOp::create(b, loc, base,
                                        state.constantIndex(seam.place + row));
    Value line = vector::LoadOp::create(b, loc, type, buffers[operand], place);
    line = vector::BitCastOp::create(b, loc, words, line);
    all = !all ? line
               : call("pternlog.d.512", {maskOf(operand, seam, number), line,
                                         all, this->number(chosen)});
  }
  return all;
}

Value PlacedLines::line(unsigned operand, const Seam &seam, Value base) {
  Value &known = lines[{operand, seam}];
  if (!known)
    known = readLine(operand, seam, base);
  return known;
}

Value PlacedLines::column(unsigned operand, const SharedShifts &shared,
                          ArrayRef<bool> rows, const TilePoint &point,
                          Value zero) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  const NestOperand &from = state.nest.operands[operand];
  AffineExpr rest = restOfPlaced(state.nest, state.schedule, from.access);
  SmallVector<int64_t> origin(point.offsets.size(), 0);
  Value base = arith::SubIOp::create(b, loc, state.index(rest, origin),
                                     begin[operand].elements);
  if (zero)
    base = arith::AddIOp::create(b, loc, zero, base);
  Seam seam;
  for (auto [row, isWanted] : llvm::zip_equal(shared.rows, rows))
    seam.rows.push_back(isWanted ? row - shared.rows.front() : notWanted);
  int64_t place = displacement(operand, point) + shared.rows.front();
  auto between = [&](ArrayRef<unsigned> first, ArrayRef<unsigned> second,
                     int64_t at) {
    seam.place = at;
    seam.rowOf.assign(first.begin(), first.end());
    seam.rowOf.insert(seam.rowOf.end(), second.begin(), second.end());
    return line(operand, seam, base);
  };
  auto beside = [&](int64_t step) {
    auto found = rowsBeside(operand, shared, point, step);
    return found.empty() ? SmallVector<unsigned>(shared.rowOf) : found;
  };
  Value first = between(beside(-1), shared.rowOf, place);
  Value second = between(shared.rowOf, beside(1), place + state.lanes);
  Value cut = call("vpermi2var.d.512", {first, begin[operand].order, second});
  return vector::BitCastOp::create(
      b, loc, state.vectorOf(from.type.getElementType()), cut);
}
