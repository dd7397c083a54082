//===- TileSections.cpp - Tiles of a loop that share code -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/TileSections.h"

#include "Neo/Schedule/AccessPlan.h"
#include "Neo/Schedule/StepGroups.h"

#include "llvm/Support/MathExtras.h"

#include <set>

using namespace mlir;
using namespace neo;

/// Most combinations of sections of all loops.
constexpr size_t mostVersions = 128;

/// Most operations of bodies in all sections of a reduction.
constexpr size_t mostSplitOperations = 8192;

/// Is `form` linear in `loop` and independent of all others?
static bool isLinearInAlone(const LinearForm &form, unsigned loop) {
  for (unsigned other = 0; other < form.coefficients.size(); ++other)
    if (other != loop && form.dependsOn(other))
      return false;
  return form.coefficients[loop] != 0 && form.irregular.none() &&
         form.constant();
}

/// The first step of `loop`, other than 0, at which the truth of `form >= 0` is
/// another than at the step before.
static std::optional<int64_t> findBound(const LinearForm &form, unsigned loop,
                                        int64_t extent) {
  int64_t slope = form.coefficients[loop], start = *form.constant();
  int64_t bound = slope > 0 ? llvm::divideCeilSigned(-start, slope)
                            : llvm::divideFloorSigned(start, -slope) + 1;
  if (bound <= 0 || bound >= extent)
    return std::nullopt;
  return bound;
}

/// Can `loop` be split at bounds of guards, by what it is? Blocks, groups and
/// unrolled steps of reductions have bounds of their own.
static bool isSplittable(const LoopNest &nest, const Schedule &schedule,
                         unsigned loop) {
  if (nest.loops[loop].isBatch)
    return false;
  if (!nest.hasReduction())
    return true;
  return schedule.packed.empty() && schedule.blockedLoop != loop &&
         !schedule.groupedLoop && !schedule.isUnrolled(loop);
}

/// The bounds that guards have on `loop` alone.
static std::set<int64_t> findBounds(const LoopNest &nest,
                                    const Schedule &schedule, unsigned loop) {
  std::set<int64_t> bounds;
  if (!isSplittable(nest, schedule, loop))
    return bounds;
  for (const NestOperand &operand : nest.operands)
    for (const NestCondition &condition : operand.guard)
      if (!condition.isEquality && isLinearInAlone(condition.form, loop))
        if (auto bound =
                findBound(condition.form, loop, nest.loops[loop].extent))
          bounds.insert(*bound);
  if (bounds.size() > mostSectionBounds)
    bounds.clear();
  return bounds;
}

/// Combinations of sections of all loops that bounds make.
static size_t countVersions(const LoopNest &nest, const Schedule &schedule) {
  size_t versions = 1;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    size_t bounds = findBounds(nest, schedule, loop).size();
    versions *= (schedule.step(loop) == 1 ? bounds : 2 * bounds) + 1;
  }
  return versions;
}

/// Operations of a tile of a reduction, each of which is a vector's. Of joined
/// tensors, a section has one, and the sums with the pads of others are folded.
static size_t countTileOperations(const LoopNest &nest,
                                  const Schedule &schedule) {
  ComputeOp op = nest.op;
  size_t length = op.getBodyBlock()->getOperations().size();
  size_t joins = nest.operands.size() - 1;
  return size_t(schedule.vectors()) * (length > joins ? length - joins + 1 : 2);
}

/// Is `loop` split at bounds of guards? The loop of the lanes alone, where
/// there are many in several loops.
static bool splitsAtBounds(const LoopNest &nest, const Schedule &schedule,
                           unsigned loop) {
  size_t versions = countVersions(nest, schedule);
  if (nest.hasReduction())
    return versions * countTileOperations(nest, schedule) <=
           mostSplitOperations;
  return versions <= mostVersions ||
         (!schedule.vector.empty() && schedule.vector.front().loop == loop);
}

bool neo::splitsAt(const LoopNest &nest, const Schedule &schedule,
                   const NestCondition &condition, unsigned loop) {
  return !condition.isEquality && isLinearInAlone(condition.form, loop) &&
         splitsAtBounds(nest, schedule, loop) &&
         !findBounds(nest, schedule, loop).empty();
}

SmallVector<TileSection>
neo::sectionsOf(const LoopNest &nest, const Schedule &schedule, unsigned loop) {
  int64_t extent = nest.loops[loop].extent, step = stepOf(schedule, loop);
  int64_t tiles = extent / step, rest = extent % step;
  std::set<int64_t> starts = {0, tiles};
  bool hasEdges = !nest.loops[loop].isReduction || hasSections(schedule, loop);
  if (tiles > 1 && hasEdges && meetsEdges(nest, schedule, loop))
    starts.insert({1, tiles - (rest == 0 ? 1 : 0)});
  if (splitsAtBounds(nest, schedule, loop))
    for (int64_t bound : findBounds(nest, schedule, loop))
      if (bound < tiles * step)
        starts.insert({bound / step, llvm::divideCeilSigned(bound, step)});
  SmallVector<TileSection> all;
  for (auto from = starts.begin(), to = std::next(from); to != starts.end();
       from = to++)
    all.push_back({*from, *to - *from, step});
  if (rest > 0)
    all.push_back({tiles, 1, rest});
  if (all.empty()) // a loop of extent 0
    all.push_back({0, 0, step});
  return all;
}
