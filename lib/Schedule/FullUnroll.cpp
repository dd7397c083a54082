//===- FullUnroll.cpp - Full unroll of reductions -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FullUnroll.h"

#include "UsefulSteps.h"

#include "Neo/Schedule/CodeSize.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace neo;

/// Limits on unrolled products in a tile, and in all its peeled versions.
constexpr int64_t mostUnrolledProducts = 400, mostInVersions = 1280;
/// The same for a tile with a short row, where the elements of all steps would
/// be live at once.
constexpr int64_t mostShortProducts = 160;

/// Instructions of a product and a few more, which saved loads are worth.
constexpr int64_t shortBody = 4;

FullUnroll::FullUnroll(const LoopNest &nest)
    : nest(nest),
      productsOfBody(std::max<int64_t>(countBodySize(nest.op) / shortBody, 1)) {
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    bool reduces = nest.loops[loop].isReduction;
    bounding.push_back(reduces ? loopsBounding(nest, loop)
                               : SmallVector<unsigned>());
    meeting.push_back(reduces ? loopsMeeting(loop) : SmallVector<unsigned>());
  }
}

/// The loops of the result that occur in conditions on terms together with
/// `reduction`.
SmallVector<unsigned> FullUnroll::loopsMeeting(unsigned reduction) const {
  SmallVector<unsigned> results;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    auto asksBoth = [&, result = unsigned(loop)](const NestCondition &each) {
      return each.form.dependsOn(reduction) && each.form.dependsOn(result);
    };
    if (!info.isReduction && llvm::any_of(nest.nonzero, asksBoth))
      results.push_back(loop);
  }
  return results;
}

bool FullUnroll::leavesOut(const Schedule &schedule, unsigned reduction) const {
  return llvm::any_of(bounding[reduction], [&](unsigned result) {
    // With two tiles each is at an edge.
    return schedule.lanesOf(result) == 1 &&
           (schedule.tile[result] > 1 || nest.loops[result].extent <= 2);
  });
}

/// The number of versions of a tile with unrolled `reductions`: one between the
/// edges and two at them, for each loop that occurs in conditions on terms.
int64_t FullUnroll::countVersions(const Schedule &schedule,
                                  ArrayRef<unsigned> reductions) const {
  llvm::SmallDenseSet<unsigned> edged;
  for (unsigned reduction : reductions)
    edged.insert(meeting[reduction].begin(), meeting[reduction].end());
  int64_t versions = 1;
  for (unsigned loop : edged) {
    int64_t tiles =
        llvm::divideCeil(nest.loops[loop].extent, schedule.step(loop));
    versions *= std::clamp<int64_t>(tiles, 1, 3);
  }
  return versions;
}

bool FullUnroll::isTooLong(const Schedule &schedule,
                           ArrayRef<unsigned> loops) const {
  int64_t code = schedule.vectors() * productsOfBody;
  for (unsigned loop : loops)
    code *= nest.loops[loop].extent;
  return code >
             (schedule.stagedLoop ? mostShortProducts : mostUnrolledProducts) ||
         code * countVersions(schedule, loops) > mostInVersions;
}

/// Do steps of `reduction` read elements that adjacent results read, too, as
/// the taps of a window do, and channels do not?
bool FullUnroll::meetsWindows(unsigned reduction) const {
  return llvm::any_of(nest.operands, [&](const NestOperand &operand) {
    int64_t tap = std::abs(operand.access.coefficients[reduction]),
            taps = nest.loops[reduction].extent;
    for (auto [loop, info] : llvm::enumerate(nest.loops)) {
      int64_t pitch = std::abs(operand.access.coefficients[loop]);
      if (!info.isReduction && tap != 0 && pitch < tap * taps &&
          tap < pitch * info.extent)
        return true;
    }
    return false;
  });
}

ArrayRef<unsigned> FullUnroll::fitting(const Schedule &schedule,
                                       ArrayRef<unsigned> loops) const {
  auto meets = [&](unsigned loop) { return meetsWindows(loop); };
  while (llvm::any_of(loops.drop_front(loops.empty() ? 0 : 1), meets) &&
         !meets(loops.front()))
    loops = loops.drop_front();
  while (!loops.empty() && isTooLong(schedule, loops))
    loops = loops.drop_front();
  return loops;
}
