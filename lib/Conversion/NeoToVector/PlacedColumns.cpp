//===- PlacedColumns.cpp - Shifted lanes loaded once ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PlacedColumns.h"

#include "GuardedBuffer.h"

using namespace mlir;
using namespace neo;

PlacedColumns::PlacedColumns(TileState &state, ValueRange buffers)
    : state(state), buffers(buffers),
      sharingLoop(findSharingLoop(state.nest, state.schedule)) {}

bool PlacedColumns::any() const { return sharingLoop.has_value(); }

std::vector<SmallVector<TilePoint>>
PlacedColumns::inGroups(ArrayRef<TilePoint> points) const {
  // Bounds the live range of columns: three columns of so many vectors of each
  // row are live at a time.
  constexpr int64_t together = 4;
  std::optional<unsigned> joined;
  for (const NestOperand &operand : state.nest.operands)
    if (!joined)
      joined = findJoinedRows(state.nest, state.schedule, operand);
  std::map<std::pair<int64_t, int64_t>, int64_t> before; // of column and row
  SmallVector<std::tuple<int64_t, int64_t, int64_t, unsigned>> keys;
  for (auto [number, point] : llvm::enumerate(points)) {
    int64_t column = point.offsets[*sharingLoop];
    int64_t row = joined ? point.offsets[*joined] : 0;
    int64_t vector = before[{column, row}]++;
    keys.push_back({vector / together, column, vector, number});
  }
  llvm::sort(keys);
  std::vector<SmallVector<TilePoint>> groups;
  for (auto [group, column, vector, number] : keys) {
    groups.resize(group + 1);
    groups.back().push_back(points[number]);
  }
  return groups;
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

bool PlacedColumns::isInside(unsigned operand, const SharedShifts &shared,
                             unsigned row, std::pair<int64_t, int64_t> lanes,
                             const TilePoint &point) const {
  const NestOperand &from = state.nest.operands[operand];
  LinearForm rest =
      LinearForm::get(restOfPlaced(state.nest, state.schedule, from.access),
                      state.nest.loops.size());
  auto range = state.interval(rest, point.offsets, 1);
  int64_t reach = (shared.columns - 1) * from.access.coefficients[shared.loop];
  int64_t first = shared.rows[row] + lanes.first + std::min<int64_t>(reach, 0);
  int64_t last = shared.rows[row] + lanes.second + std::max<int64_t>(reach, 0);
  return range && range->low + first >= 0 &&
         range->high + last < from.type.getNumElements();
}

/// Are all columns of the point in bounds in every tile?
bool PlacedColumns::isInside(unsigned operand, const Reading &reading,
                             const TilePoint &point) const {
  for (auto [lane, row] : llvm::enumerate(reading.shared.rowOf))
    if (reading.rows[row] &&
        !isInside(operand, reading.shared, row, {lane, lane}, point))
      return false;
  return true;
}

/// Are the vectors of all its rows, and the vectors after them, in bounds?
bool PlacedColumns::readsLines(unsigned operand, const Reading &reading,
                               const TilePoint &point) const {
  if (!state.lines || !state.lines->reads(operand))
    return false;
  for (auto [row, isWanted] : llvm::enumerate(reading.rows))
    if (isWanted && !isInside(operand, reading.shared, row,
                              {0, 2 * state.lanes - 1}, point))
      return false;
  return true;
}

void PlacedColumns::prefetchNextRow(unsigned operand,
                                    const SharedShifts &shared,
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

PlacedColumns::Key PlacedColumns::keyOf(unsigned operand,
                                        const Reading &reading,
                                        const TilePoint &point) {
  std::vector<int64_t> key(point.offsets.begin(), point.offsets.end());
  key.insert(key.end(), reading.rows.begin(), reading.rows.end());
  key.push_back(reading.whole);
  key.push_back(reading.lines);
  return {operand, key};
}

/// Loads the first column of `point`, from its rows.
Value PlacedColumns::column(unsigned operand, const Reading &reading,
                            const TilePoint &point) {
  Value &all = read[keyOf(operand, reading, point)];
  if (all)
    return all;
  const SharedShifts &shared = reading.shared;
  const NestOperand &from = state.nest.operands[operand];
  AffineExpr rest = restOfPlaced(state.nest, state.schedule, from.access);
  VectorType type = state.vectorOf(from.type.getElementType());
  bool isFirst = reading.whole;
  if (reading.lines) {
    all = state.lines->column(operand, shared, reading.rows, point, zero);
    prefetchNextRow(operand, shared, point);
    return all;
  }
  all = state.splat(getPad(from));
  for (unsigned number = 0; number < shared.rows.size(); ++number) {
    if (!reading.rows[number])
      continue;
    Value mask =
        lanesWhere([&](unsigned lane) { return shared.rowOf[lane] == number; });
    Value place = state.index(rest + shared.rows[number], point.offsets);
    if (zero)
      place = arith::AddIOp::create(state.b, state.loc, zero, place);
    // The lanes of the other rows are overwritten by the loads that follow.
    if (std::exchange(isFirst, false))
      all = vector::LoadOp::create(state.b, state.loc, type, buffers[operand],
                                   place);
    else
      all = vector::MaskedLoadOp::create(state.b, state.loc, type,
                                         buffers[operand], place, mask, all);
  }
  prefetchNextRow(operand, shared, point);
  return all;
}

/// The lanes in which the guard of `operand` holds in every tile; none if that
/// is not known statically.
std::optional<SmallVector<bool>>
PlacedColumns::guardedLanes(const NestOperand &operand,
                            const TilePoint &point) const {
  SmallVector<bool> wanted;
  for (int64_t lane = 0; lane < state.lanes; ++lane) {
    std::optional<bool> holds = guardHolds(state, operand, point, lane);
    if (!holds)
      return std::nullopt;
    wanted.push_back(*holds);
  }
  return wanted;
}

std::optional<PlacedColumns::Reading>
PlacedColumns::readingOf(unsigned operand, const TilePoint &point) {
  const NestOperand &from = state.nest.operands[operand];
  if (from.type.getElementType().isInteger(1) || !state.isWhole(point) ||
      state.nest.hasReduction())
    return std::nullopt;
  auto places = state.places(from.access, point.offsets, state.lanes);
  if (!places || chooseReadKind(*places, state.lanes) != ReadKind::shifts)
    return std::nullopt;
  auto shared = shareShifts(state.nest, state.schedule, from, *places);
  auto wanted = guardedLanes(from, point);
  if (!shared || !wanted)
    return std::nullopt;
  Reading reading{*shared, *wanted, SmallVector<bool>(shared->rows.size())};
  for (auto [row, isWanted] : llvm::zip_equal(shared->rowOf, *wanted))
    reading.rows[row] |= isWanted;
  if (!llvm::is_contained(reading.rows, true) ||
      !isInside(operand, reading, point))
    return std::nullopt;
  reading.whole = !llvm::is_contained(reading.rows, false) &&
                  isInside(operand, *shared, 0, {0, state.lanes - 1}, point);
  reading.lines = readsLines(operand, reading, point);
  return reading;
}

Value PlacedColumns::pick(unsigned operand, const TilePoint &point) {
  std::optional<Reading> reading = readingOf(operand, point);
  if (!reading)
    return {};
  const SharedShifts &shared = reading->shared;
  TilePoint at = point;
  Value all = column(operand, *reading, at);
  for (int64_t number = 1; number < shared.columns; ++number) {
    ++at.offsets[shared.loop];
    Value mask = lanesWhere(
        [&](unsigned lane) { return shared.columnOf[lane] == number; });
    all = arith::SelectOp::create(state.b, state.loc, mask,
                                  column(operand, *reading, at), all);
  }
  if (!llvm::is_contained(reading->wanted, false))
    return all;
  Value mask = lanesWhere([&](unsigned lane) { return reading->wanted[lane]; });
  return arith::SelectOp::create(
      state.b, state.loc, mask, all,
      state.splat(getPad(state.nest.operands[operand])));
}

/// The columns that are carried into a step: of every sliding read, all but the
/// last.
std::vector<PlacedColumns::Waiting>
PlacedColumns::listWaiting(ArrayRef<TilePoint> points) {
  std::vector<Waiting> waiting;
  for (unsigned operand = 0; operand < state.nest.operands.size(); ++operand)
    for (const TilePoint &point : points) {
      std::optional<Reading> reading = readingOf(operand, point);
      if (!reading || !reading->shared.slides)
        continue;
      TilePoint at = point;
      for (int64_t number = 1; number < reading->shared.columns; ++number) {
        waiting.push_back({operand, *reading, at});
        ++at.offsets[reading->shared.loop];
      }
    }
  return waiting;
}

SmallVector<Value> PlacedColumns::waitingColumns(ArrayRef<TilePoint> points,
                                                 bool beforeLoop) {
  SmallVector<Value> columns;
  for (auto &[operand, reading, point] : listWaiting(points)) {
    TilePoint at = point;
    at.offsets[reading.shared.loop] += beforeLoop ? 0 : 1;
    columns.push_back(column(operand, reading, at));
  }
  return columns;
}

void PlacedColumns::takeColumns(ArrayRef<TilePoint> points,
                                ValueRange waiting) {
  for (auto [one, value] : llvm::zip_equal(listWaiting(points), waiting))
    read[keyOf(one.operand, one.reading, one.point)] = value;
}
