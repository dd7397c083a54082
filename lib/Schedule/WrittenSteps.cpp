//===- WrittenSteps.cpp - Reductions whose steps are written out ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WrittenSteps.h"

#include "UsefulSteps.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace neo;

/// Products in the code of a tile, and of all its versions.
constexpr int64_t mostProducts = 400, mostInVersions = 1280;
/// The same where a tile is short, and what all its steps read would be held.
constexpr int64_t mostShortProducts = 160;

WrittenSteps::WrittenSteps(const LoopNest &nest) : nest(nest) {
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    bounding.push_back(nest.loops[loop].isReduction ? loopsBounding(nest, loop)
                                                    : SmallVector<unsigned>());
}

bool WrittenSteps::leavesOut(const Schedule &schedule,
                             unsigned reduction) const {
  return llvm::any_of(bounding[reduction], [&](unsigned result) {
    return schedule.tile[result] > 1 && schedule.lanesOf(result) == 1;
  });
}

/// Versions of a tile in which `reductions` are written out: one between the
/// edges and two at them, for each loop that bounds where there are terms.
int64_t WrittenSteps::countVersions(const Schedule &schedule,
                                    ArrayRef<unsigned> reductions) const {
  llvm::SmallDenseSet<unsigned> edged;
  for (unsigned reduction : reductions)
    edged.insert(bounding[reduction].begin(), bounding[reduction].end());
  int64_t versions = 1;
  for (unsigned loop : edged) {
    int64_t tiles =
        llvm::divideCeil(nest.loops[loop].extent, schedule.step(loop));
    versions *= std::clamp<int64_t>(tiles, 1, 3);
  }
  return versions;
}

bool WrittenSteps::isTooLong(const Schedule &schedule,
                             ArrayRef<unsigned> loops) const {
  int64_t code = schedule.vectors();
  for (unsigned loop : loops)
    code *= nest.loops[loop].extent;
  return code > (schedule.drainedLoop ? mostShortProducts : mostProducts) ||
         code * countVersions(schedule, loops) > mostInVersions;
}

ArrayRef<unsigned> WrittenSteps::fitting(const Schedule &schedule,
                                         ArrayRef<unsigned> loops) const {
  while (!loops.empty() && isTooLong(schedule, loops))
    loops = loops.drop_front();
  return loops;
}
