//===- TrafficModelTest.cpp - More work never moves less ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/TrafficModel.h"

using namespace mlir;
using namespace neo;

namespace {
class TrafficModelTest : public NestTest {
protected:
  /// A matrix product in tiles of 8 x 32.
  Schedule tiles(const LoopNest &nest) {
    Schedule schedule;
    schedule.vector = {{1, 16}};
    schedule.tile = {8, 2, 1};
    schedule.order = {0, 1};
    EXPECT_EQ(nest.loops.size(), 3u);
    return schedule;
  }

  double traffic(const LoopNest &nest, ArrayRef<unsigned> order) {
    return predictTraffic(nest, tiles(nest), order, target);
  }

  TargetModel target;
};
} // namespace

TEST_F(TrafficModelTest, EverythingIsMovedAtLeastOnce) {
  LoopNest nest = matmul(64, 64, 64);
  EXPECT_GE(traffic(nest, {0, 1}), 3 * 64 * 64 * 4);
}

TEST_F(TrafficModelTest, WhatFitsTheCacheIsMovedOnce) {
  LoopNest nest = matmul(64, 64, 64);
  EXPECT_EQ(traffic(nest, {0, 1}), 3 * 64 * 64 * 4);
  EXPECT_EQ(traffic(nest, {1, 0}), 3 * 64 * 64 * 4);
}

TEST_F(TrafficModelTest, LargerMatricesMoveMore) {
  double last = 0;
  for (int64_t n : {64, 128, 256, 512, 1024, 2048}) {
    double bytes = traffic(matmul(n, n, n), {0, 1});
    EXPECT_GT(bytes, last) << n;
    last = bytes;
  }
}

TEST_F(TrafficModelTest, LargerCachesNeverMoveMore) {
  LoopNest nest = matmul(1024, 1024, 1024);
  double last = std::numeric_limits<double>::infinity();
  for (double bytes : {32e3, 128e3, 512e3, 2e6, 8e6, 32e6}) {
    target.cacheBytes = bytes;
    double moved = traffic(nest, {0, 1});
    EXPECT_LE(moved, last) << bytes;
    last = moved;
  }
  EXPECT_EQ(last, 3 * 1024 * 1024 * 4.0);
}

TEST_F(TrafficModelTest, TheOrderThatKeepsTheLongSideIsFound) {
  // Few rows, many columns: for every tile of columns all rows fit the cache.
  LoopNest nest = matmul(64, 65536, 512);
  Schedule schedule = tiles(nest);
  double least = orderLoops(nest, schedule, target);
  EXPECT_EQ(schedule.order, SmallVector<unsigned>({1, 0}));
  EXPECT_LT(least, traffic(nest, {0, 1}));
  EXPECT_EQ(least, traffic(nest, {1, 0}));
}

TEST_F(TrafficModelTest, WindowsThatOverlapAreMovedOnce) {
  // Three rows of 58 in each of 64 planes fit the cache, three times as many
  // elements as one would count for 56 windows in each row do not.
  LoopNest nest = product("64x58x58xf32", "64x3x3xf32",
                          "[p: 56, q: 56] sum [k: 64, r: 3, s: 3] "
                          "%A[k, p + r, q + s], %B[k, r, s]",
                          "56x56xf32");
  Schedule schedule;
  schedule.vector = {{1, 16}};
  schedule.tile.assign(nest.loops.size(), 1);
  target.cacheBytes = 80e3;
  constexpr double line = 64, linesOfRow = 4, rows = 3 * 64;
  EXPECT_LT(predictTraffic(nest, schedule, {0, 1}, target),
            1.1 * 56 * rows * linesOfRow * line);
}

TEST_F(TrafficModelTest, OrdersHoldEveryOutputLoopOnce) {
  LoopNest nest = product("2x8x66x66xf32", "32x8x3x3xf32",
                          "[b: 2, k: 32, p: 64, q: 64] "
                          "sum [c: 8, r: 3, s: 3] %A[b, c, p + r, q + s], "
                          "%B[k, c, r, s]",
                          "2x32x64x64xf32");
  Schedule schedule;
  schedule.tile.assign(nest.loops.size(), 1);
  orderLoops(nest, schedule, target);
  SmallVector<unsigned> sorted(schedule.order);
  llvm::sort(sorted);
  EXPECT_EQ(sorted, SmallVector<unsigned>({0, 1, 2, 3}));
}

TEST_F(TrafficModelTest, LoopsAreSharedUntilThereIsEnoughForThreads) {
  LoopNest nest = matmul(1024, 1024, 64);
  Schedule schedule = tiles(nest);
  EXPECT_EQ(countShared(nest, schedule), 1u); // 128 tiles of rows
  EXPECT_EQ(countShared(nest, schedule, /*cycles=*/1e12), 2u); // too long
  nest = matmul(64, 1024, 64);
  EXPECT_EQ(countShared(nest, schedule), 2u); // 8 are too few
}

// Each of four parts of the columns fetches a block of B for every one of its
// rows if it does not fit L2, which is all of the traffic: 125 times B.
TEST_F(TrafficModelTest, PartsFetchWhatTheirRowsFetch) {
  LoopNest nest = product("1000x1000xf32", "1000x1000xf32",
                          "[i: 1000, j: 1000] sum [k: 1000] "
                          "%A[k, i], %B[k, j]",
                          "1000x1000xf32");
  Schedule schedule = scheduled(
      nest, "vector [j: 16] tile [i: 8, j: 3] order [i, j] block [k: 256]");
  SmallVector<unsigned> order = {2, 0, 1};
  double bytes = predictTraffic(nest, schedule, order, target);
  EXPECT_GT(bytes, 125 * 4e6);
  EXPECT_LT(bytes, 1.3 * 125 * 4e6);
}
