//===- LanePieces.cpp - Several short rows in one vector ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/LanePieces.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace neo;

bool neo::mayShareLanes(const LoopNest &nest, const TargetModel &target,
                        unsigned loop) {
  constexpr int64_t maskedBytes = 64;
  const NestLoop &info = nest.loops[loop];
  return llvm::isPowerOf2_64(info.extent) ||
         (target.vectorBytes >= maskedBytes && nest.hasReduction() &&
          !info.isReduction && nest.output.coefficients[loop] == 1 &&
          nest.output.irregular.none());
}

bool neo::hasHoles(const LoopNest &nest, const Schedule &schedule) {
  if (schedule.vector.size() < 2)
    return false;
  const VectorPart &inner = schedule.vector.back();
  return nest.loops[inner.loop].extent < inner.lanes;
}

bool neo::isHole(const LoopNest &nest, const Schedule &schedule, int64_t lane) {
  if (!hasHoles(nest, schedule))
    return false;
  const VectorPart &inner = schedule.vector.back();
  return lane % inner.lanes >= nest.loops[inner.loop].extent;
}

/// The loops that select the element of a row that a lane reads: the innermost
/// vectorised one, and reductions whose steps stay within the row.
static SmallVector<unsigned> loopsOfRow(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const LinearForm &access) {
  unsigned inner = schedule.vector.back().loop;
  int64_t row = std::abs(access.coefficients[inner]) * nest.loops[inner].extent;
  SmallVector<unsigned> loops = {inner};
  if (schedule.stepsApart)
    return loops;
  for (unsigned loop : schedule.unrolled)
    if (access.coefficients[loop] != 0 &&
        std::abs(access.coefficients[loop]) < row)
      loops.push_back(loop);
  return loops;
}

namespace {
enum class LaneDependence { nothing, row, more };
} // namespace

/// Dependence of `form` on the lanes: none, on the position in the row only, or
/// more.
static LaneDependence dependenceOnLanes(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const LinearForm &form,
                                        ArrayRef<unsigned> row) {
  bool inside = false, outside = false, lanes = false;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    if (!form.dependsOn(loop))
      continue;
    bool isOfRow = llvm::is_contained(row, loop);
    (isOfRow ? inside : outside) = true;
    lanes |= !isOfRow && schedule.lanesOf(loop) > 1;
  }
  if (!inside && !lanes)
    return LaneDependence::nothing;
  return outside || form.irregular.any() || form.perItem || !form.constant()
             ? LaneDependence::more
             : LaneDependence::row;
}

/// The value of the linear `form` where the loops of a row have `values`.
static int64_t valueAt(const LinearForm &form, ArrayRef<unsigned> row,
                       ArrayRef<int64_t> values) {
  int64_t value = 0;
  for (unsigned loop : row)
    value += form.coefficients[loop] * values[loop];
  return value;
}

static bool holds(const NestCondition &condition, ArrayRef<unsigned> row,
                  ArrayRef<int64_t> values) {
  int64_t value =
      valueAt(condition.form, row, values) + *condition.form.constant();
  return condition.isEquality ? value == 0 : value >= 0;
}

bool neo::readsElement(const LoopNest &nest, const Schedule &schedule,
                       const NestOperand &operand, const LanePiece &piece,
                       ArrayRef<int64_t> values) {
  SmallVector<unsigned> row = {schedule.vector.back().loop};
  llvm::append_range(row, piece.taps);
  return llvm::all_of(operand.guard, [&](const NestCondition &condition) {
    return dependenceOnLanes(nest, schedule, condition.form, row) !=
               LaneDependence::row ||
           holds(condition, row, values);
  });
}

namespace {
/// Enumerates the steps of a row to find its footprint.
struct RowReach {
  const LoopNest &nest;
  ArrayRef<unsigned> row;
  const LinearForm &access;
  SmallVector<const NestCondition *> bounds;
  int64_t low = std::numeric_limits<int64_t>::max();
  int64_t high = std::numeric_limits<int64_t>::min();

  void walk(unsigned level, SmallVector<int64_t> &values) {
    if (level == row.size()) {
      for (const NestCondition *bound : bounds)
        if (!holds(*bound, row, values))
          return;
      int64_t place = valueAt(access, row, values);
      low = std::min(low, place);
      high = std::max(high, place);
      return;
    }
    for (int64_t step = 0; step < nest.loops[row[level]].extent; ++step) {
      values[row[level]] = step;
      walk(level + 1, values);
    }
  }
};
} // namespace

std::optional<LanePiece> neo::findPiece(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const NestOperand &operand) {
  const LinearForm &access = operand.access;
  if (!hasHoles(nest, schedule) || access.irregular.any())
    return std::nullopt;
  SmallVector<unsigned> row = loopsOfRow(nest, schedule, access);
  RowReach reach{nest, row, access, {}};
  for (const NestCondition &condition : operand.guard)
    switch (dependenceOnLanes(nest, schedule, condition.form, row)) {
    case LaneDependence::nothing:
      break;
    case LaneDependence::row:
      reach.bounds.push_back(&condition);
      break;
    case LaneDependence::more:
      return std::nullopt;
    }
  SmallVector<int64_t> values(nest.loops.size(), 0);
  reach.walk(0, values);
  if (reach.low > reach.high)
    return std::nullopt;
  LanePiece piece;
  piece.taps.assign(row.begin() + 1, row.end());
  piece.low = reach.low;
  piece.span = reach.high - reach.low + 1;
  piece.slot = std::max<int64_t>(llvm::PowerOf2Ceil(piece.span),
                                 schedule.vector.back().lanes);
  if (piece.slot > schedule.lanes())
    return std::nullopt;
  return piece;
}

double neo::costOfPieces(const Schedule &schedule, const LanePiece &piece,
                         double windows, double reads) {
  // Half of the loads of pieces split over two lines. A permutation of two
  // registers takes as long as two loads.
  constexpr double costOfPiece = 1.5, costOfRotation = 1, costOfJoin = 2;
  double pieces =
      double(schedule.lanes()) / double(schedule.vector.back().lanes);
  if (piece.span == 1)
    return windows * (pieces + costOfJoin * (pieces - 1));
  double cost = windows * pieces * costOfPiece;
  if (int64_t joins = piece.registers(schedule) - 1; joins > 0)
    return cost + reads * double(joins) * costOfJoin;
  return cost + (reads > windows ? reads * costOfRotation : 0);
}
