//===- PlaceCount.cpp - How many places a tile goes to --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A tile of 2 x 3 points and 4 steps of a reduction goes to at most 24 places
// of an operand. How many they are is counted loop by loop, the shortest pitch
// first. Where a loop's pitch is longer than all that is behind it, no two of
// its steps meet and the counts multiply; places are listed for others only.
//
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include <algorithm>

using namespace mlir;
using namespace neo;

namespace {
/// Steps of a loop, and how far apart they are.
struct PlaceWalk {
  int64_t pitch, steps;
};
} // namespace

/// The places that steps of `walk` take those of `places` to.
static std::vector<int64_t> repeat(ArrayRef<int64_t> places, PlaceWalk walk) {
  std::vector<int64_t> next;
  next.reserve(places.size() * walk.steps);
  for (int64_t step = 0; step < walk.steps; ++step)
    for (int64_t place : places)
      next.push_back(place + step * walk.pitch);
  llvm::sort(next);
  next.erase(std::unique(next.begin(), next.end()), next.end());
  return next;
}

/// How many of `walks`, the shortest pitch first, come before all those whose
/// steps do not meet.
static size_t countMeeting(ArrayRef<PlaceWalk> walks) {
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
  SmallVector<PlaceWalk, 8> walks;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    int64_t steps = schedule.isUnrolled(loop)
                        ? nest.loops[loop].extent
                        : schedule.tile[loop] * schedule.groupOf(loop);
    int64_t pitch =
        std::abs(access.coefficients[loop]) * schedule.lanesOf(loop);
    if (steps > 1 && pitch >= apart)
      walks.push_back({pitch, steps});
  }
  llvm::sort(walks, [](const PlaceWalk &a, const PlaceWalk &b) {
    return std::make_pair(a.pitch, a.steps) < std::make_pair(b.pitch, b.steps);
  });
  ArrayRef<PlaceWalk> all = walks;
  size_t meeting = countMeeting(all);
  std::vector<int64_t> places = {0};
  for (const PlaceWalk &walk : all.take_front(meeting))
    places = repeat(places, walk);
  double count = double(places.size());
  for (const PlaceWalk &walk : all.drop_front(meeting))
    count *= double(walk.steps);
  return count;
}
