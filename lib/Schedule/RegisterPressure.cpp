//===- RegisterPressure.cpp - Live values of unrolled steps ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/RegisterPressure.h"

#include "Neo/Schedule/AccessPlan.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace neo;

bool neo::windowsOverlap(const LoopNest &nest, const Schedule &schedule) {
  if (schedule.stepsApart)
    return false;
  return llvm::any_of(nest.operands, [&](const NestOperand &operand) {
    if (operand.access.irregular.any() ||
        AccessPlan(nest, schedule, operand).isBroadcast())
      return false;
    auto moves = [&](unsigned loop) {
      return operand.access.coefficients[loop] != 0;
    };
    bool overTile = false;
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      overTile |=
          schedule.tile[loop] > 1 && schedule.lanesOf(loop) == 1 && moves(loop);
    return overTile && llvm::any_of(schedule.unrolled, moves);
  });
}

/// Do unrolled reduction steps read the same element in different steps of
/// `loop`?
static bool sharesAcrossSteps(const LoopNest &nest, const Schedule &schedule,
                              const NestOperand &operand, unsigned loop) {
  return llvm::any_of(schedule.unrolled, [&](unsigned step) {
    int64_t pitch = operand.access.coefficients[step],
            move = operand.access.coefficients[loop];
    return pitch != 0 && move % pitch == 0 && operand.access.irregular.none() &&
           std::abs(move / pitch) < nest.loops[step].extent;
  });
}

bool neo::readsDisjointElements(const LoopNest &nest, const Schedule &schedule,
                                unsigned loop) {
  return llvm::all_of(nest.operands, [&](const NestOperand &operand) {
    return operand.dependsOn(loop) &&
           !sharesAcrossSteps(nest, schedule, operand, loop);
  });
}

SmallVector<unsigned> neo::orderOfPoints(const LoopNest &nest,
                                         const Schedule &schedule,
                                         ArrayRef<int64_t> steps) {
  SmallVector<std::tuple<bool, int64_t, unsigned>> ranks;
  for (auto [loop, count] : llvm::enumerate(steps))
    ranks.push_back(
        {!readsDisjointElements(nest, schedule, loop), -count, loop});
  llvm::sort(ranks);
  return llvm::map_to_vector(
      ranks, [](const auto &rank) { return std::get<2>(rank); });
}

namespace {
/// An unrolled loop.
struct UnrolledLoop {
  unsigned loop;
  int64_t count, step;
};
} // namespace

/// The unrolled loops in emission order, outermost first.
static SmallVector<UnrolledLoop> listUnrolled(const LoopNest &nest,
                                              const Schedule &schedule) {
  SmallVector<UnrolledLoop> points, steps;
  for (unsigned loop : orderOfPoints(nest, schedule, schedule.tile))
    if (schedule.tile[loop] > 1)
      points.push_back({loop, schedule.tile[loop], schedule.lanesOf(loop)});
  for (unsigned loop : schedule.unrolled)
    steps.push_back({loop, nest.loops[loop].extent, 1});
  bool byPoint = windowsOverlap(nest, schedule);
  SmallVector<UnrolledLoop> all = byPoint ? points : steps;
  all.append(byPoint ? steps : points);
  return all;
}

/// The position of `operand` at every point of the unrolled code.
static std::vector<int64_t> listReads(const NestOperand &operand,
                                      ArrayRef<UnrolledLoop> written) {
  // A division may give any position.
  constexpr int64_t elsewhere = int64_t(1) << 40;
  std::vector<int64_t> places = {0};
  for (const UnrolledLoop &level : written) {
    int64_t pitch = operand.access.irregular[level.loop]
                        ? elsewhere * (1 + level.loop)
                        : operand.access.coefficients[level.loop] * level.step;
    std::vector<int64_t> next;
    next.reserve(places.size() * level.count);
    for (int64_t place : places)
      for (int64_t step = 0; step < level.count; ++step)
        next.push_back(place + step * pitch);
    places = std::move(next);
  }
  return places;
}

/// Adds the number of live values after each point of the code to `waiting`.
static void addWaiting(ArrayRef<int64_t> places,
                       std::vector<int64_t> &waiting) {
  llvm::SmallDenseMap<int64_t, size_t, 64> last;
  // A value is live from one read to the next, and so from its first to its
  // last.
  for (auto [now, place] : llvm::enumerate(places)) {
    auto [entry, isFirst] = last.try_emplace(place, now);
    if (isFirst)
      continue;
    ++waiting[entry->second];
    --waiting[now];
    entry->second = now;
  }
}

int64_t neo::countLiveValues(const LoopNest &nest, const Schedule &schedule) {
  SmallVector<UnrolledLoop> written = listUnrolled(nest, schedule);
  size_t points = 1;
  for (const UnrolledLoop &level : written)
    points *= level.count;
  std::vector<int64_t> changes(points, 0);
  for (const NestOperand &operand : nest.operands)
    addWaiting(listReads(operand, written), changes);
  int64_t now = 0, most = 0;
  for (int64_t change : changes)
    most = std::max(most, now += change);
  return most;
}
