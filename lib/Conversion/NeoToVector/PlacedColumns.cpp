//===- PlacedColumns.cpp - Shifted lanes put together once ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PlacedColumns.h"

#include "Neo/Schedule/LaneWindows.h"
#include "Neo/Schedule/PlacedLanes.h"

using namespace mlir;
using namespace neo;

/// The loop whose steps share what they read of some operand.
static std::optional<unsigned> findShared(const TileState &state) {
  for (const NestOperand &operand : state.nest.operands)
    if (!operand.type.getElementType().isInteger(1))
      if (auto loop = findSharingLoop(state.nest, state.schedule, operand))
        return loop;
  return std::nullopt;
}

PlacedColumns::PlacedColumns(TileState &state, ValueRange buffers)
    : state(state), buffers(buffers), sharingLoop(findShared(state)) {}

bool PlacedColumns::any() const { return sharingLoop.has_value(); }

SmallVector<TilePoint>
PlacedColumns::inOrder(ArrayRef<TilePoint> points) const {
  // Three columns of so many vectors are alive at a time.
  constexpr int64_t together = 4;
  std::map<int64_t, int64_t> before; // points of each column
  SmallVector<std::tuple<int64_t, int64_t, unsigned>> keys;
  for (auto [number, point] : llvm::enumerate(points)) {
    int64_t column = point.offsets[*sharingLoop];
    keys.push_back({before[column]++ / together, column, number});
  }
  llvm::sort(keys);
  SmallVector<TilePoint> ordered;
  for (auto [group, column, number] : keys)
    ordered.push_back(points[number]);
  return ordered;
}

Value PlacedColumns::lanesWhere(llvm::function_ref<bool(unsigned)> holds) {
  SmallVector<bool> lanes;
  for (int64_t lane = 0; lane < state.lanes; ++lane)
    lanes.push_back(holds(lane));
  VectorType type = state.vectorOf(state.b.getI1Type());
  return arith::ConstantOp::create(state.b, state.loc,
                                   DenseElementsAttr::get(type, lanes));
}

void PlacedColumns::enter(const TilePoint &point) {
  int64_t column = point.offsets[*sharingLoop];
  if (entered == column)
    return;
  entered = column;
  zero = state.opaque(0);
}

/// Are all columns of the point in the buffer, wherever the tile is?
bool PlacedColumns::isInside(unsigned operand, const SharedShifts &shared,
                             const TilePoint &point) const {
  const NestOperand &read = state.nest.operands[operand];
  LinearForm rest =
      LinearForm::get(restOfPlaced(state.nest, state.schedule, read.access),
                      state.nest.loops.size());
  auto range = state.interval(rest, point.offsets, 1);
  if (!range)
    return false;
  int64_t reach = (shared.columns - 1) * read.access.coefficients[shared.loop];
  for (auto [lane, row] : llvm::enumerate(shared.rowOf)) {
    int64_t first = shared.rows[row] + int64_t(lane);
    if (range->low + first + std::min<int64_t>(reach, 0) < 0 ||
        range->high + first + std::max<int64_t>(reach, 0) >=
            read.type.getNumElements())
      return false;
  }
  return true;
}

void PlacedColumns::askForNextRow(unsigned operand, const SharedShifts &shared,
                                  const TilePoint &point) {
  const NestOperand &from = state.nest.operands[operand];
  const Schedule &schedule = state.schedule;
  std::optional<unsigned> loop =
      findRowLoop(state.nest, schedule, from, shared);
  if (!loop || schedule.order.back() != *loop)
    return;
  int64_t next = shared.rows.back() + from.access.coefficients[*loop];
  Value place = state.index(
      restOfPlaced(state.nest, schedule, from.access) + next, point.offsets);
  memref::PrefetchOp::create(state.b, state.loc, buffers[operand],
                             ValueRange(place), /*isWrite=*/false,
                             /*localityHint=*/3, /*isDataCache=*/true);
}

/// The rows of the column that is first for `point`.
Value PlacedColumns::column(unsigned operand, const SharedShifts &shared,
                            const TilePoint &point) {
  std::vector<int64_t> key(point.offsets.begin(), point.offsets.end());
  Value &all = read[{operand, key}];
  if (all)
    return all;
  const NestOperand &from = state.nest.operands[operand];
  AffineExpr rest = restOfPlaced(state.nest, state.schedule, from.access);
  VectorType type = state.vectorOf(from.type.getElementType());
  all = arith::ConstantOp::create(state.b, state.loc,
                                  cast<TypedAttr>(state.b.getZeroAttr(type)));
  for (unsigned number = 0; number < shared.rows.size(); ++number) {
    Value mask =
        lanesWhere([&](unsigned lane) { return shared.rowOf[lane] == number; });
    Value place = state.index(rest + shared.rows[number], point.offsets);
    if (zero)
      place = arith::AddIOp::create(state.b, state.loc, zero, place);
    all = vector::MaskedLoadOp::create(state.b, state.loc, type,
                                       buffers[operand], place, mask, all);
  }
  askForNextRow(operand, shared, point);
  return all;
}

Value PlacedColumns::pick(unsigned operand, const TilePoint &point) {
  const NestOperand &from = state.nest.operands[operand];
  if (from.type.getElementType().isInteger(1) ||
      point.validLanes != state.lanes || state.nest.hasReduction() ||
      !evaluateGuard(state, from.guard, point).always())
    return {};
  auto places = state.places(from.access, point.offsets, state.lanes);
  if (!places || wayToRead(*places, state.lanes) != PlacedWay::shifts)
    return {};
  auto shared = shareShifts(state.nest, state.schedule, from, *places);
  if (!shared || !isInside(operand, *shared, point))
    return {};
  TilePoint at = point;
  Value all = column(operand, *shared, at);
  for (int64_t number = 1; number < shared->columns; ++number) {
    ++at.offsets[shared->loop];
    Value mask = lanesWhere(
        [&](unsigned lane) { return shared->columnOf[lane] == number; });
    all = arith::SelectOp::create(state.b, state.loc, mask,
                                  column(operand, *shared, at), all);
  }
  return all;
}
