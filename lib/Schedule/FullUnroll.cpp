//===- FullUnroll.cpp - Reductions whose steps are written out ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "FullUnroll.h"

#include "UsefulSteps.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace neo;

/// Products in the code of a tile, and of all its versions.
constexpr int64_t mostWrittenProducts = 400, mostInVersions = 1280;
/// The same where a tile is short, and what all its steps read would be held.
constexpr int64_t mostShortProducts = 160;

FullUnroll::FullUnroll(const LoopNest &nest) : nest(nest) {
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    bool reduces = nest.loops[loop].isReduction;
    bounding.push_back(reduces ? loopsBounding(nest, loop)
                               : SmallVector<unsigned>());
    meeting.push_back(reduces ? loopsMeeting(loop) : SmallVector<unsigned>());
  }
}

/// The loops of the result that decide with `reduction`, and maybe others,
/// where terms are known to be 0.
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
    // Of two tiles each is at an edge.
    return schedule.lanesOf(result) == 1 &&
           (schedule.tile[result] > 1 || nest.loops[result].extent <= 2);
  });
}

/// Versions of a tile in which `reductions` are written out: one between the
/// edges and two at them, for each loop that bounds where there are terms.
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
  int64_t code = schedule.vectors();
  for (unsigned loop : loops)
    code *= nest.loops[loop].extent;
  return code >
             (schedule.stagedLoop ? mostShortProducts : mostWrittenProducts) ||
         code * countVersions(schedule, loops) > mostInVersions;
}

/// Do steps of `reduction` read again what neighbouring elements of the result
/// read, as the taps of a window do, and channels do not?
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
