//===- UsefulSteps.cpp - Reduction steps with terms -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "UsefulSteps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

namespace {
/// `sign * step + factor * element + offset >= 0` between one reduction loop
/// and one loop of the result.
struct StepBound {
  unsigned result;
  int64_t sign, factor, offset;
};
} // namespace

/// Reads `condition` as a bound on `reduction`, if it depends on one loop of
/// the result and no other.
static std::optional<StepBound> readBound(const LoopNest &nest,
                                          const NestCondition &condition,
                                          unsigned reduction) {
  const LinearForm &form = condition.form;
  if (condition.isEquality || form.irregular.any() ||
      form.coefficients[reduction] == 0)
    return std::nullopt;
  std::optional<unsigned> result;
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients)) {
    if (coefficient == 0 || loop == reduction)
      continue;
    if (nest.loops[loop].isReduction || result)
      return std::nullopt;
    result = loop;
  }
  std::optional<int64_t> offset = form.constant();
  if (!result || !offset)
    return std::nullopt;
  return StepBound{*result, form.coefficients[reduction],
                   form.coefficients[*result], *offset};
}

/// Steps of a reduction of `extent` in which some element of the tile
/// [from, to) has a term. Only bounds of slope 1 become bounds of a loop.
static int64_t countSteps(ArrayRef<StepBound> bounds, int64_t extent,
                          int64_t from, int64_t to) {
  int64_t first = 0, last = extent - 1;
  for (const StepBound &bound : bounds) {
    if (std::abs(bound.sign) != 1)
      continue;
    int64_t reach =
        bound.offset + std::max(bound.factor * from, bound.factor * (to - 1));
    if (bound.sign > 0)
      first = std::max(first, -reach);
    else
      last = std::min(last, reach);
  }
  return std::max<int64_t>(0, last - first + 1);
}

/// Steps of a reduction of `extent` in which one element has a term.
static int64_t countTerms(ArrayRef<StepBound> bounds, int64_t extent,
                          int64_t element) {
  int64_t terms = 0;
  for (int64_t step = 0; step < extent; ++step)
    terms += llvm::all_of(bounds, [&](const StepBound &bound) {
      return bound.sign * step + bound.factor * element + bound.offset >= 0;
    });
  return terms;
}

SmallVector<unsigned> neo::loopsBounding(const LoopNest &nest,
                                         unsigned reduction) {
  SmallVector<unsigned> results;
  for (const NestCondition &condition : nest.nonzero)
    if (std::optional<StepBound> bound = readBound(nest, condition, reduction))
      if (!llvm::is_contained(results, bound->result))
        results.push_back(bound->result);
  return results;
}

/// So many tiles, evenly apart, stand for all: those at edges are few among
/// more.
constexpr int64_t mostTiles = 4096;

static double shareOfLoop(const LoopNest &nest, const Schedule &schedule,
                          unsigned reduction) {
  SmallVector<StepBound> bounds;
  for (const NestCondition &condition : nest.nonzero) {
    std::optional<StepBound> bound = readBound(nest, condition, reduction);
    if (bound && (bounds.empty() || bounds.front().result == bound->result))
      bounds.push_back(*bound);
  }
  if (bounds.empty())
    return 1;
  unsigned result = bounds.front().result;
  int64_t extent = nest.loops[result].extent;
  int64_t steps = nest.loops[reduction].extent, run = 0;
  bool single = schedule.isUnrolled(reduction) && schedule.lanesOf(result) == 1;
  int64_t step = single ? 1 : schedule.step(result);
  int64_t all = llvm::divideCeil(extent, step),
          tiles = std::min(all, mostTiles);
  for (int64_t n = 0; n < tiles; ++n) {
    int64_t from = all / tiles * n * step + all % tiles * n / tiles * step;
    run += single
               ? countTerms(bounds, steps, from)
               : countSteps(bounds, steps, from, std::min(from + step, extent));
  }
  return double(run) / double(tiles * steps);
}

double neo::shareOfSteps(const LoopNest &nest, const Schedule &schedule) {
  double share = 1;
  if (nest.nonzero.empty())
    return share;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction && schedule.step(loop) == 1)
      share *= shareOfLoop(nest, schedule, loop);
  return share;
}
