//===- LanesTest.cpp - Where the lanes of a vector lie --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/AccessPlan.h"
#include "Neo/Schedule/LaneWindows.h"

using namespace mlir;
using namespace neo;

namespace {
class LanesTest : public ::testing::Test {
protected:
  /// Lanes along loops of an access over two loops a and b.
  LaneAccess classify(AffineExpr access, std::vector<VectorPart> vector) {
    Schedule schedule;
    schedule.vector.assign(vector.begin(), vector.end());
    schedule.tile.assign(2, 1);
    return classifyLanes(LinearForm::get(access, 2), schedule, chunk);
  }

  MLIRContext context;
  AffineExpr a = getAffineDimExpr(0, &context);
  AffineExpr b = getAffineDimExpr(1, &context);
  int64_t chunk = 0;
};
} // namespace

TEST_F(LanesTest, OneElementForAllLanes) {
  EXPECT_EQ(classify(a * 5, {{1, 8}}), LaneAccess::broadcast);
  EXPECT_EQ(classify(a.floorDiv(3), {{1, 8}}), LaneAccess::broadcast);
  EXPECT_EQ(classify(a, {}), LaneAccess::broadcast);
}

TEST_F(LanesTest, Neighbours) {
  EXPECT_EQ(classify(a * 5 + b + 3, {{1, 8}}), LaneAccess::contiguous);
  EXPECT_EQ(classify(a * 4 + b, {{0, 2}, {1, 4}}), LaneAccess::contiguous);
  EXPECT_EQ(chunk, 8);
}

TEST_F(LanesTest, RunsOfNeighbours) {
  EXPECT_EQ(classify(a * 100 + b, {{0, 4}, {1, 4}}), LaneAccess::chunked);
  EXPECT_EQ(chunk, 4);
  EXPECT_EQ(classify(b, {{0, 2}, {1, 8}}), LaneAccess::chunked);
  EXPECT_EQ(chunk, 8);
}

TEST_F(LanesTest, EveryOtherElement) {
  EXPECT_EQ(classify(b * 2, {{1, 8}}), LaneAccess::strided);
  EXPECT_EQ(chunk, 2);
}

TEST_F(LanesTest, ElementByElement) {
  EXPECT_EQ(classify(b * 9, {{1, 8}}), LaneAccess::scattered);
  // No vector of neighbours holds two lanes.
  EXPECT_EQ(classify(b * 5, {{1, 8}}), LaneAccess::strided);
  EXPECT_EQ(classify(b * 5, {{1, 4}}), LaneAccess::scattered);
  EXPECT_EQ(classify(b * -1, {{1, 8}}), LaneAccess::scattered);
  // Runs of two are not worth a load each.
  EXPECT_EQ(classify(a * 100 + b, {{0, 4}, {1, 2}}), LaneAccess::scattered);
}

TEST_F(LanesTest, DivisionsOverTheLanesHaveNoOffsets) {
  Schedule schedule;
  schedule.vector = {{1, 4}};
  LinearForm irregular = LinearForm::get(b.floorDiv(2), 2);
  EXPECT_TRUE(getLaneOffsets(irregular, schedule).empty());
  EXPECT_EQ(classify(b % 3, {{1, 4}}), LaneAccess::scattered);
}

TEST_F(LanesTest, OffsetsFollowTheInnermostPartFirst) {
  Schedule schedule;
  schedule.vector = {{0, 2}, {1, 3}};
  EXPECT_EQ(getLaneOffsets(LinearForm::get(a * 10 + b * 2, 2), schedule),
            SmallVector<int64_t>({0, 2, 4, 10, 12, 14}));
}

TEST_F(LanesTest, LinearAndIrregularPartsAreToldApart) {
  LinearForm form = LinearForm::get(a * 3 - b + b.floorDiv(2) * 4 + 7, 2);
  EXPECT_EQ(form.coefficients, SmallVector<int64_t>({3, -1}));
  EXPECT_FALSE(form.irregular[0]);
  EXPECT_TRUE(form.irregular[1]);
}

TEST_F(LanesTest, RotationsShareAWindow) {
  SmallVector<LaneWindow> windows = findWindows({3, 4, 5, 6, 7, 0, 1, 2}, 8);
  ASSERT_EQ(windows.size(), 1u);
  EXPECT_EQ(windows[0].start, 0);
  EXPECT_EQ(windows[0].reach, 8);
  EXPECT_EQ(chooseReadKind({3, 4, 5, 6, 7, 0, 1, 2}, 8), ReadKind::windows);
  EXPECT_EQ(chooseReadKind({3, 4, 5, 6, 7, 8, 9, 10}, 8), ReadKind::runs);
}

TEST_F(LanesTest, DistantPartsAreReadWhereTheyAre) {
  EXPECT_EQ(findWindows({0, 1, 102, 103, 204, 205, 6, 7}, 8).size(), 3u);
  EXPECT_EQ(chooseReadKind({0, 101, 202, 303, 4, 105, 206, 307}, 8),
            ReadKind::shifts);
  EXPECT_EQ(chooseReadKind({0, 1, 2, 3, 104, 105, 106, 107}, 8),
            ReadKind::windows);
}
