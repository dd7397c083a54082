//===- AccessPlanTest.cpp - How wide accesses are -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AxesTest.h"

#include "Neo/Schedule/GPU/AccessPlan.h"

using namespace neo;

namespace {
class GPUAccessPlanTest : public AxesTest {
protected:
  /// The read of `header`, an operator over i and j, with j in vectors of four.
  GPUAccessAttr planOf(const std::string &type, const std::string &header) {
    ComputeOp op = unary(type, "[i: 64, j: 128] " + header, "64x128xf32").op;
    AxisSpace space(
        op, {axis({0}, {{block, 64}}), axis({1}, {{vector, 4}, {lane, 32}})});
    return planRead(space, op, 0);
  }
};
} // namespace

TEST_F(GPUAccessPlanTest, NeighboursThatAreAlignedMoveTogether) {
  EXPECT_EQ(planOf("64x128xf32", "%A[i, j]").getVector(), 4);
  EXPECT_EQ(planOf("64x128xf32", "%A[i, j]").getAlign(), 16);
  EXPECT_EQ(planOf("64x130xf32", "%A[i, j + 2]").getVector(), 2);
}

TEST_F(GPUAccessPlanTest, RowsOfOddLengthsAreNotAligned) {
  EXPECT_EQ(planOf("64x129xf32", "%A[i, j]").getVector(), 1);
  EXPECT_EQ(planOf("64x129xf32", "%A[i, j + 1]").getVector(), 1);
}

TEST_F(GPUAccessPlanTest, ElementsApartMoveAlone) {
  EXPECT_EQ(planOf("64x256xf32", "%A[i, 2 * j]").getVector(), 1);
  EXPECT_EQ(planOf("128x64xf32", "%A[j, i]").getVector(), 1);
  EXPECT_EQ(planOf("64x128xf32", "%A[i, 127 - j]").getVector(), 1);
}

TEST_F(GPUAccessPlanTest, AGuardThatPartsAVectorNarrowsIt) {
  EXPECT_EQ(
      planOf("64x128xf32", "%A[i, j] if (j - 8 >= 0) else 0.0").getVector(), 4);
  EXPECT_EQ(
      planOf("64x128xf32", "%A[i, j] if (j - 6 >= 0) else 0.0").getVector(), 2);
  EXPECT_EQ(
      planOf("64x128xf32", "%A[i, j] if (j - 7 >= 0) else 0.0").getVector(), 1);
  EXPECT_EQ(
      planOf("64x128xf32", "%A[i, j] if (i - 7 >= 0) else 0.0").getVector(), 4);
}
