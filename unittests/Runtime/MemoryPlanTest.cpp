//===- MemoryPlanTest.cpp - where temporaries live in one arena -----------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/MemoryPlan.h"

#include "gtest/gtest.h"

#include <random>

using namespace neo;

static MemoryPlan planFor(const std::vector<Lifetime> &lifetimes) {
  std::string error;
  std::optional<MemoryPlan> plan = MemoryPlan::compute(lifetimes, error);
  EXPECT_TRUE(plan.has_value()) << error;
  return plan.value_or(MemoryPlan());
}

TEST(MemoryPlan, SharesMemoryBetweenDisjointLifetimes) {
  // The picture in MemoryPlan.h.
  MemoryPlan plan = planFor({{128, 0, 1}, {64, 2, 3}, {64, 0, 1}, {64, 2, 2}});
  EXPECT_EQ(plan.peakBytes, 192u);
  EXPECT_EQ(plan.sumBytes, 320u);
  EXPECT_EQ(plan.maxLiveBytes, 192u);
}

TEST(MemoryPlan, TakesTheSmallestGapThatFits) {
  // Two long-lived walls leave, at step 1, gaps of 256 and of 128 bytes under
  // what is left of the first floor.
  std::vector<Lifetime> lifetimes = {{512, 0, 2}, {256, 0, 0}, {384, 0, 2},
                                     {128, 0, 0}, {320, 0, 2}, {128, 1, 1},
                                     {256, 1, 1}};
  MemoryPlan plan = planFor(lifetimes);
  EXPECT_EQ(plan.peakBytes, plan.maxLiveBytes);
}

TEST(MemoryPlan, AlignsOffsetsAndRoundsSizes) {
  MemoryPlan plan = planFor({{1, 0, 0}, {65, 0, 0}, {3, 0, 0}});
  EXPECT_EQ(plan.peakBytes, 256u);
  for (size_t offset : plan.offsets)
    EXPECT_EQ(offset % MemoryPlan::alignment, 0u);
}

TEST(MemoryPlan, UnusedAndEmptyBuffersTakeNothing) {
  MemoryPlan plan = planFor({{100, 0, -1}, {0, 0, 5}});
  EXPECT_EQ(plan.peakBytes, 0u);
  EXPECT_EQ(plan.sumBytes, 0u);
  EXPECT_EQ(planFor({}).peakBytes, 0u);
}

TEST(MemoryPlan, RefusesSizesThatOverflow) {
  for (std::vector<Lifetime> lifetimes :
       {std::vector<Lifetime>{{SIZE_MAX, 0, 0}},
        std::vector<Lifetime>{{SIZE_MAX / 2, 0, 0},
                              {SIZE_MAX / 2 + 1, 1, 1}}}) {
    std::string error;
    EXPECT_FALSE(MemoryPlan::compute(lifetimes, error).has_value());
    EXPECT_NE(error.find("2^64"), std::string::npos) << error;
  }
}

/// Up to 60 buffers of up to 100 kB (many equal, some empty) over 40 steps.
static std::vector<Lifetime> randomLifetimes(std::mt19937 &random) {
  auto below = [&](int end) { return int(random() % unsigned(end)); };
  std::vector<Lifetime> lifetimes(1 + below(60));
  for (Lifetime &lifetime : lifetimes) {
    lifetime.bytes = below(4) == 0 ? 4096 : below(100000);
    lifetime.first = below(40);
    lifetime.last = lifetime.first + below(below(4) == 0 ? 40 : 4);
  }
  return lifetimes;
}

static bool overlap(const MemoryPlan &plan, const std::vector<Lifetime> &l,
                    size_t a, size_t b) {
  return l[a].isUsed() && l[b].isUsed() && l[a].meets(l[b]) &&
         plan.offsets[a] < plan.offsets[b] + l[b].bytes &&
         plan.offsets[b] < plan.offsets[a] + l[a].bytes;
}

/// The maximum of live bytes, counted step by step.
static size_t countMaxLive(const std::vector<Lifetime> &lifetimes) {
  size_t most = 0;
  for (int64_t step = 0; step < 100; ++step) {
    size_t alive = 0;
    for (const Lifetime &l : lifetimes)
      if (l.isUsed() && l.first <= step && step <= l.last)
        alive += *alignedSize(l.bytes);
    most = std::max(most, alive);
  }
  return most;
}

TEST(MemoryPlan, LiveBuffersNeverOverlapOnRandomPlans) {
  unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  double waste = 0;
  for (int round = 0; round < 500; ++round) {
    std::vector<Lifetime> lifetimes = randomLifetimes(random);
    MemoryPlan plan = planFor(lifetimes);
    for (size_t a = 0; a < lifetimes.size(); ++a) {
      EXPECT_EQ(plan.offsets[a] % MemoryPlan::alignment, 0u);
      if (lifetimes[a].isUsed()) {
        EXPECT_LE(plan.offsets[a] + lifetimes[a].bytes, plan.peakBytes);
      }
      for (size_t b = 0; b < a; ++b)
        ASSERT_FALSE(overlap(plan, lifetimes, a, b)) << a << " and " << b;
    }
    EXPECT_EQ(plan.maxLiveBytes, countMaxLive(lifetimes));
    EXPECT_LE(plan.maxLiveBytes, plan.peakBytes);
    EXPECT_LE(plan.peakBytes, plan.sumBytes);
    waste += double(plan.peakBytes) / std::max<size_t>(plan.maxLiveBytes, 1);
  }
  RecordProperty("seed", std::to_string(seed));
  std::printf(
      "seed %u: arena / maximum of live bytes, mean of 500 plans: %.3f\n", seed,
      waste / 500);
  EXPECT_LT(waste / 500, 1.2);
}

/// What is wrong with offsets of buffers of 64 bytes in an arena of 128: the
/// first two are there together, the third comes later.
static std::string problemOf(std::vector<size_t> offsets, size_t bytes = 64) {
  MemoryPlan plan;
  plan.peakBytes = 128;
  plan.offsets = std::move(offsets);
  return plan.findProblem({{bytes, 0, 1}, {64, 1, 2}, {64, 3, 4}, {}});
}

TEST(MemoryPlan, ChecksOffsetsThatOthersChose) {
  EXPECT_EQ(problemOf({0, 64, 0, 0}), "");
  EXPECT_EQ(problemOf({64, 0, 64, 999}), ""); // The last is never used.
  EXPECT_EQ(problemOf({0, 0, 64, 0}),
            "temporary 1 lies where another one does at the same time");
  EXPECT_NE(problemOf({0, 64, 0, 0}, 65), "");
  EXPECT_NE(problemOf({64, 32, 0, 0}), "");
  EXPECT_NE(problemOf({0, 128, 0, 0}), "");
  EXPECT_NE(problemOf({0, SIZE_MAX - 63, 0, 0}), "");
  EXPECT_NE(problemOf({0, 64, 0, 0}, SIZE_MAX), "");
  EXPECT_EQ(problemOf({0, 64, 0}),
            "the memory plan has 3 offsets for 4 buffers");
}

TEST(MemoryPlan, FindsNothingWrongWithItsOwnPlans) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<Lifetime> lifetimes(random() % 40);
    for (Lifetime &each : lifetimes) {
      each.first = random() % 30;
      each.last = each.first + random() % 9;
      each.bytes = random() % 1000;
    }
    MemoryPlan plan = planFor(lifetimes);
    EXPECT_EQ(plan.findProblem(lifetimes), "");
    // One that is moved down runs into what it lay upon, unless it lay alone.
    for (size_t i = 0; i < lifetimes.size(); ++i)
      if (lifetimes[i].isUsed())
        plan.offsets[i] = 0;
    bool shares = false;
    for (size_t i = 0; i < lifetimes.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        shares |= lifetimes[i].isUsed() && lifetimes[j].isUsed() &&
                  lifetimes[i].meets(lifetimes[j]);
    EXPECT_EQ(plan.findProblem(lifetimes).empty(), !shares);
  }
}
