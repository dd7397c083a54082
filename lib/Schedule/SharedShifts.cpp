//===- SharedShifts.cpp - Shifted lanes shared by adjacent points ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/SharedShifts.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Schedule/AccessPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// The largest number of columns of one row.
constexpr int64_t mostColumns = 4;

/// Least trip count of a loop that columns slide along.
constexpr int64_t fewestSteps = 8;

/// May columns be carried along `loop`? It has to be the innermost one.
static bool maySlide(const LoopNest &nest, const Schedule &schedule,
                     unsigned loop) {
  return schedule.step(loop) == 1 && nest.loops[loop].extent >= fewestSteps &&
         (schedule.order.empty() || schedule.order.back() == loop);
}

/// The loop with the smallest stride in `operand`, the same for all lanes, from
/// step to step of a tile or from tile to tile.
static std::optional<unsigned> findMovingLoop(const LoopNest &nest,
                                              const Schedule &schedule,
                                              const NestOperand &operand) {
  if (nest.hasReduction() || nest.hasBatch() || operand.access.perItem ||
      !dividesLanes(schedule, operand.access))
    return std::nullopt;
  std::optional<unsigned> found;
  auto pitch = [&](unsigned loop) {
    return std::abs(operand.access.coefficients[loop]);
  };
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (pitch(loop) != 0 && !operand.access.irregular[loop] &&
        schedule.lanesOf(loop) == 1 &&
        (schedule.tile[loop] > 1 || maySlide(nest, schedule, loop)) &&
        (!found || pitch(loop) < pitch(*found)))
      found = loop;
  return found;
}

std::optional<SharedShifts> neo::shareShifts(const LoopNest &nest,
                                             const Schedule &schedule,
                                             const NestOperand &operand,
                                             ArrayRef<int64_t> places) {
  std::optional<unsigned> loop = findMovingLoop(nest, schedule, operand);
  if (!loop)
    return std::nullopt;
  int64_t pitch = operand.access.coefficients[*loop];
  SmallVector<int64_t> shifts = shiftsOf(places);
  llvm::sort(shifts);
  if (pitch < 0)
    std::reverse(shifts.begin(), shifts.end());
  SharedShifts shared{*loop, {}, {}, {}};
  shared.slides = schedule.tile[*loop] == 1;
  shared.steps =
      shared.slides ? nest.loops[*loop].extent : schedule.tile[*loop];
  auto columnIn = [&](int64_t row, int64_t shift) {
    int64_t apart = (shift - row) / pitch;
    bool fits = (shift - row) % pitch == 0 && apart >= 0 && apart < mostColumns;
    return fits ? std::optional<int64_t>(apart) : std::nullopt;
  };
  for (int64_t shift : shifts)
    if (llvm::none_of(shared.rows, [&](int64_t row) {
          return columnIn(row, shift).has_value();
        }))
      shared.rows.push_back(shift);
  if (shared.rows.size() == shifts.size())
    return std::nullopt;
  for (auto [lane, place] : llvm::enumerate(places))
    for (auto [number, row] : llvm::enumerate(shared.rows))
      if (auto column = columnIn(row, place - int64_t(lane))) {
        shared.rowOf.push_back(number);
        shared.columnOf.push_back(*column);
        shared.columns = std::max(shared.columns, *column + 1);
        break;
      }
  return shared;
}

/// The columns of the first vector of a tile.
static std::optional<SharedShifts> findShared(const LoopNest &nest,
                                              const Schedule &schedule,
                                              const NestOperand &operand) {
  if (!findMovingLoop(nest, schedule, operand))
    return std::nullopt;
  auto places =
      placeLanes(nest, schedule, operand.access, firstStep(nest, schedule));
  if (!places || chooseReadKind(*places, schedule.lanes()) != ReadKind::shifts)
    return std::nullopt;
  return shareShifts(nest, schedule, operand, *places);
}

std::optional<unsigned> neo::findSharingLoop(const LoopNest &nest,
                                             const Schedule &schedule,
                                             const NestOperand &operand) {
  auto shared = findShared(nest, schedule, operand);
  return shared ? std::optional<unsigned>(shared->loop) : std::nullopt;
}

/// Have all vectors of the columns the misalignment of the operand?
static bool sharesMisalignment(const Schedule &schedule,
                               const NestOperand &operand,
                               const SharedShifts &shared) {
  int64_t lanes = schedule.lanes();
  unsigned along = schedule.vector.front().loop;
  for (auto [loop, stride] : llvm::enumerate(operand.access.coefficients))
    if (loop != along && stride % lanes != 0)
      return false;
  return llvm::all_of(shared.rows,
                      [&](int64_t shift) { return shift % lanes == 0; });
}

bool neo::cutsLines(const LoopNest &nest, const Schedule &schedule,
                    const NestOperand &operand) {
  // It doubles the number of instructions in every peeled version, whose
  // compile time has to be bounded.
  constexpr int64_t wordBytes = 4, mostVectors = 48;
  int64_t bytes = getElementBytes(operand.type);
  if (schedule.vector.size() != 1 || bytes % wordBytes != 0 ||
      schedule.vectors() > mostVectors ||
      bytes * schedule.lanes() != cacheLineBytes)
    return false;
  auto shared = findShared(nest, schedule, operand);
  return shared && sharesMisalignment(schedule, operand, *shared);
}

/// The columns of the first operand that has any.
static std::optional<SharedShifts> findShared(const LoopNest &nest,
                                              const Schedule &schedule) {
  for (const NestOperand &operand : nest.operands)
    if (!operand.type.getElementType().isInteger(1))
      if (auto shared = findShared(nest, schedule, operand))
        return shared;
  return std::nullopt;
}

std::optional<unsigned> neo::findSharingLoop(const LoopNest &nest,
                                             const Schedule &schedule) {
  auto shared = findShared(nest, schedule);
  return shared ? std::optional<unsigned>(shared->loop) : std::nullopt;
}

std::optional<unsigned> neo::findSlidingLoop(const LoopNest &nest,
                                             const Schedule &schedule) {
  auto shared = findShared(nest, schedule);
  return shared && shared->slides ? std::optional<unsigned>(shared->loop)
                                  : std::nullopt;
}

/// Does a step of `loop` advance the columns of `shared` by one row?
static bool movesRows(const NestOperand &operand, const SharedShifts &shared,
                      unsigned loop) {
  int64_t pitch = operand.access.coefficients[loop];
  bool goesOn =
      pitch > 0 && !operand.access.irregular[loop] && shared.rows.size() > 1;
  for (size_t row = 1; row < shared.rows.size(); ++row)
    goesOn &= shared.rows[row] - shared.rows[row - 1] == pitch;
  return goesOn;
}

std::optional<unsigned> neo::findJoinedRows(const LoopNest &nest,
                                            const Schedule &schedule,
                                            const NestOperand &operand) {
  auto shared = findShared(nest, schedule, operand);
  if (!shared || !shared->slides)
    return std::nullopt;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (schedule.tile[loop] > 1 && movesRows(operand, *shared, loop))
      return loop;
  return std::nullopt;
}

std::optional<unsigned> neo::findRowLoop(const LoopNest &nest,
                                         const Schedule &schedule,
                                         const NestOperand &operand,
                                         const SharedShifts &shared) {
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (schedule.step(loop) == 1 && movesRows(operand, shared, loop))
      return loop;
  return std::nullopt;
}

/// Do the rows that a tile reads, the next row and its stores fit L1?
static bool rowsFitL1(const Schedule &schedule, const NestOperand &operand,
                      const SharedShifts &shared) {
  constexpr double firstLevelBytes = 28 * 1024;
  double stored = double(schedule.vectors() * schedule.lanes() *
                         getElementBytes(operand.type));
  double steps = double(schedule.tile[shared.loop]);
  double row = stored * (steps + double(shared.columns) - 1) / steps;
  return row * double(shared.rows.size() + 1) + stored <= firstLevelBytes;
}

std::optional<unsigned> neo::findRowLoop(const LoopNest &nest,
                                         const Schedule &schedule) {
  for (const NestOperand &operand : nest.operands) {
    auto shared = findShared(nest, schedule, operand);
    if (!shared || shared->slides || !rowsFitL1(schedule, operand, *shared))
      continue;
    if (auto loop = findRowLoop(nest, schedule, operand, *shared))
      return loop;
  }
  return std::nullopt;
}
