//===- PrefetchPlanTest.cpp - Software prefetch of operands ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/PrefetchPlan.h"

using namespace neo;

namespace {
class PrefetchPlanTest : public NestTest {
protected:
  /// How far ahead sums of so many rows of 768 are prefetched.
  int64_t ahead(int64_t rows, bool near) {
    std::string count = std::to_string(rows);
    std::string matrix = "tensor<" + count + "x768xf32>";
    LoopNest nest = parse("%A: " + matrix,
                          "[i: " + count + "] sum [j: 768] %A[i, j] : (" +
                              matrix + ") -> tensor<" + count + "xf32>",
                          "^bb0(%a: f32):\nneo.yield %a : f32");
    Schedule schedule = chooseSchedule(nest, TargetModel());
    return findStreamPrefetch(nest, schedule, nest.operands.front(), near);
  }

  /// How far ahead the operands of an operator on 4096 rows of 768, which
  /// reduces nothing, are prefetched.
  std::vector<int64_t> pointwise(const LoopNest &nest, bool near) {
    Schedule schedule = chooseSchedule(nest, target(near));
    std::vector<int64_t> found;
    for (const NestOperand &operand : nest.operands)
      found.push_back(findStreamPrefetch(nest, schedule, operand, near));
    return found;
  }

  /// Sums of columns of so many rows of `width`, on a processor whose streams
  /// come to the first-level cache or not.
  LoopNest columns(int64_t rows, int64_t width) {
    std::string count = std::to_string(rows), many = std::to_string(width);
    return unary(count + "x" + many + "xf32",
                 "[j: " + many + "] sum [i: " + count + "] %A[i, j]",
                 many + "xf32");
  }
  static TargetModel target(bool near) {
    TargetModel target;
    target.nearStreams = near;
    return target;
  }
};
} // namespace

TEST_F(PrefetchPlanTest, StreamsFromMemoryArePrefetchedAPageAhead) {
  EXPECT_EQ(ahead(16384, /*near=*/false), 1024);
  EXPECT_EQ(ahead(16384, /*near=*/true), 1024);
}

TEST_F(PrefetchPlanTest, StreamsFromTheLastCacheOnlyIntoTheFirst) {
  EXPECT_EQ(ahead(4096, /*near=*/false), 0);
  EXPECT_EQ(ahead(4096, /*near=*/true), 1024);
}

TEST_F(PrefetchPlanTest, FewRowsAreSummedWhereTheNextComeToTheFirstCache) {
  LoopNest nest = columns(16384, 768);
  EXPECT_EQ(chooseSchedule(nest, target(/*near=*/true)).block, 4);
  EXPECT_GT(chooseSchedule(nest, target(/*near=*/false)).block, 4);
}

TEST_F(PrefetchPlanTest, RowsOfBlocksArePrefetchedAsTheyLie) {
  LoopNest nest = columns(16384, 768);
  Schedule schedule = chooseSchedule(nest, target(/*near=*/true));
  std::optional<PrefetchPlan> ahead = findPrefetch(nest, schedule, 0);
  ASSERT_TRUE(ahead);
  EXPECT_TRUE(ahead->isStream);
  EXPECT_EQ(ahead->along, 0u);
  // Half a cache line is no share.
  schedule.vector.front().lanes = 8;
  schedule.tile[0] = 1;
  EXPECT_EQ(findPrefetch(nest, schedule, 0)->along, std::nullopt);
}

TEST_F(PrefetchPlanTest, BlocksFromTheLastCacheComeOnlyToTheFirst) {
  LoopNest nest = columns(4096, 768);
  Schedule schedule = chooseSchedule(nest, target(/*near=*/true));
  EXPECT_TRUE(findPrefetch(nest, schedule, 0, /*near=*/true));
  EXPECT_FALSE(findPrefetch(nest, schedule, 0, /*near=*/false));
}

TEST_F(PrefetchPlanTest, WhatIsNearIsNotPrefetched) {
  EXPECT_EQ(ahead(256, /*near=*/true), 0);
}

TEST_F(PrefetchPlanTest, ParallelStreamsArePrefetchedIntoTheFirstCache) {
  LoopNest nest =
      product("4096x768xf32", "4096x768xf32",
              "[i: 4096, j: 768] %A[i, j], %B[i, j]", "4096x768xf32");
  EXPECT_EQ(pointwise(nest, /*near=*/true), std::vector<int64_t>({1024, 1024}));
  EXPECT_EQ(pointwise(nest, /*near=*/false), std::vector<int64_t>({0, 0}));
}

TEST_F(PrefetchPlanTest, OneStreamIsPrefetchedBesideAFunction) {
  std::string matrix = "tensor<4096x768xf32>";
  LoopNest nest =
      parse("%A: " + matrix,
            "[i: 4096, j: 768] %A[i, j] : (" + matrix + ") -> " + matrix,
            "^bb0(%a: f32):\n%e = math.exp %a : f32\nneo.yield %e : f32");
  EXPECT_EQ(pointwise(nest, /*near=*/true), std::vector<int64_t>({1024}));
}

TEST_F(PrefetchPlanTest, ACopyAsksForNothing) {
  LoopNest nest =
      unary("4096x768xf32", "[i: 4096, j: 768] %A[i, j]", "4096x768xf32");
  EXPECT_EQ(pointwise(nest, /*near=*/true), std::vector<int64_t>({0}));
}
