//===- CandidatesTest.cpp - Which schedules are kept ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Schedule/Candidates.h"

#include <gtest/gtest.h>

#include <limits>

using namespace neo;

static Schedule withTile(int64_t steps) {
  Schedule schedule;
  schedule.vector = {{0, 16}};
  schedule.tile = {steps};
  return schedule;
}

static Schedule withPanel(int64_t steps) {
  Schedule schedule = withTile(steps);
  schedule.packed = {0};
  return schedule;
}

TEST(CandidatesTest, TheFastestAreKept) {
  Candidates candidates(/*selects=*/true);
  for (int64_t i = 0; i < 100; ++i)
    candidates.add(double(37 * i % 100), withTile(2 + i));
  auto kept = candidates.take();
  ASSERT_EQ(kept.size(), 24u);
  for (size_t i = 0; i < kept.size(); ++i)
    EXPECT_EQ(kept[i].cycles, double(i));
}

TEST(CandidatesTest, EnoughIsTheSlowestThatIsKept) {
  Candidates candidates(/*selects=*/true);
  EXPECT_EQ(candidates.enough(withTile(2)),
            std::numeric_limits<double>::infinity());
  for (int64_t i = 0; i < 30; ++i)
    candidates.add(double(i), withTile(2));
  EXPECT_EQ(candidates.enough(withTile(2)), 23);
  // A panel has places of its own, one vector always has one.
  EXPECT_EQ(candidates.enough(withPanel(2)),
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(candidates.enough(withTile(1)),
            std::numeric_limits<double>::infinity());
}

TEST(CandidatesTest, OfEqualOnesTheLastComesFirst) {
  Candidates candidates(/*selects=*/true);
  for (int64_t i = 0; i < 30; ++i)
    candidates.add(7, withTile(2 + i));
  auto kept = candidates.take();
  ASSERT_EQ(kept.size(), 24u);
  EXPECT_EQ(kept.front().schedule.tile[0], 31);
  EXPECT_EQ(kept.back().schedule.tile[0], 8);
}

TEST(CandidatesTest, AllAreKeptToDrawFrom) {
  Candidates candidates(/*selects=*/false);
  for (int64_t i = 0; i < 100; ++i)
    candidates.add(double(i), withTile(2));
  EXPECT_EQ(candidates.list().size(), 100u);
}
