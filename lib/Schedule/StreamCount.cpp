//===- StreamCount.cpp - Distinct positions of a tile ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tile of 2 x 3 points and 4 steps of a reduction accesses at most 24
// positions of an operand. Distinct positions are counted loop by loop,
// smallest stride first. Where a loop's stride exceeds the range of the inner
// loops, no two of its steps overlap and the counts multiply; positions are
// enumerated for other loops only.
//
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include <algorithm>

using namespace mlir;
using namespace neo;

namespace {
/// Trip count and stride of a loop.
struct StreamWalkLoop {
  int64_t pitch, steps;
};
} // namespace

/// The distinct positions of `places` in all steps of `walk`.
static std::vector<int64_t> repeat(ArrayRef<int64_t> places,
                                   StreamWalkLoop walk) {
  std::vector<int64_t> next;
  next.reserve(places.size() * walk.steps);
  for (int64_t step = 0; step < walk.steps; ++step)
    for (int64_t place : places)
      next.push_back(place + step * walk.pitch);
  llvm::sort(next);
  next.erase(std::unique(next.begin(), next.end()), next.end());
  return next;
}

/// The number of leading `walks`, smallest stride first, before those whose
/// steps do not overlap.
static size_t countMeeting(ArrayRef<StreamWalkLoop> walks) {
  size_t meeting = 0;
  int64_t reach = 0;
  for (auto [number, walk] : llvm::enumerate(walks)) {
    if (walk.pitch <= reach)
      meeting = number + 1;
    reach += walk.pitch * (walk.steps - 1);
  }
  return meeting;
}

double ScheduleCost::countStreams(const Schedule &schedule,
                                  const LinearForm &access,
                                  int64_t apart) const {
  SmallVector<StreamWalkLoop, 8> walks;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    int64_t steps = schedule.isUnrolled(loop)
                        ? nest.loops[loop].extent
                        : schedule.tile[loop] * schedule.groupOf(loop);
    int64_t pitch =
        std::abs(access.coefficients[loop]) * schedule.lanesOf(loop);
    if (steps > 1 && pitch >= apart)
      walks.push_back({pitch, steps});
  }
  llvm::sort(walks, [](const StreamWalkLoop &a, const StreamWalkLoop &b) {
    return std::make_pair(a.pitch, a.steps) < std::make_pair(b.pitch, b.steps);
  });
  ArrayRef<StreamWalkLoop> all = walks;
  size_t meeting = countMeeting(all);
  std::vector<int64_t> places = {0};
  for (const StreamWalkLoop &walk : all.take_front(meeting))
    places = repeat(places, walk);
  double count = double(places.size());
  for (const StreamWalkLoop &walk : all.drop_front(meeting))
    count *= double(walk.steps);
  return count;
}
