//===- IndexWorkTest.cpp - How long the code of indices is ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/IndexWork.h"

using namespace mlir;
using namespace neo;

namespace {
class IndexWorkTest : public NestTest {
protected:
  /// The work of a tile of `tile` steps with `lanes` lanes of loop 1.
  static Schedule make(std::vector<int64_t> tile, int64_t lanes) {
    Schedule schedule;
    schedule.tile.assign(tile.begin(), tile.end());
    schedule.vector = {{1, lanes}};
    return schedule;
  }
};
} // namespace

TEST_F(IndexWorkTest, EvenLanesHaveNone) {
  LoopNest nest = matmul(16, 32, 8);
  EXPECT_EQ(countIndexWork(nest, make({8, 2, 1}, 16)), 0);
}

TEST_F(IndexWorkTest, EachLaneDivides) {
  LoopNest nest = unary(
      "7x71xf32", "[i: 71, j: 69] %A[(3 * i + 2 * j) mod 7, i]", "71x69xf32");
  ASSERT_EQ(loops(nest), "i: 71 j: 69");
  // A read and a division in each of 8 lanes, once for a vector.
  EXPECT_EQ(countIndexWork(nest, make({1, 1}, 8)), 16);
  EXPECT_EQ(countIndexWork(nest, make({5, 3}, 8)), 15 * 16);
}

TEST_F(IndexWorkTest, OneDivisionForAllLanes) {
  LoopNest nest =
      unary("7x69xf32", "[i: 71, j: 69] %A[(3 * i) mod 7, j]", "71x69xf32");
  EXPECT_EQ(countIndexWork(nest, make({4, 2}, 8)), 4 * 2);
}

TEST_F(IndexWorkTest, ALargeTileIsOverTheBudget) {
  LoopNest nest = unary(
      "7x71xf32", "[i: 71, j: 69] %A[(3 * i + 2 * j) mod 7, i]", "71x69xf32");
  EXPECT_FALSE(exceedsIndexWork(nest, make({1, 1}, 16)));
  EXPECT_TRUE(exceedsIndexWork(nest, make({16, 4}, 16)));
}

TEST_F(IndexWorkTest, VectorsThatDivideLaneByLaneShareNothing) {
  LoopNest nest = unary(
      "7x71xf32", "[i: 71, j: 69] %A[(3 * i + 2 * j) mod 7, i]", "71x69xf32");
  EXPECT_FALSE(exceedsIndexWork(nest, make({4, 2}, 8)));
  EXPECT_TRUE(exceedsIndexWork(nest, make({8, 2}, 8)));
}
