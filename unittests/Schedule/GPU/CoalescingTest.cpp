//===- CoalescingTest.cpp - Sectors of a warp's access --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AxesTest.h"

#include "../../../lib/Schedule/GPU/Coalescing.h"

using namespace neo;

namespace {
class CoalescingTest : public AxesTest {
protected:
  /// Sectors of an operator over i and j, with `inRow` lanes along j, each with
  /// `width` elements.
  int64_t sectors(const std::string &type, const std::string &index,
                  int64_t inRow, int64_t width = 1, bool writes = false) {
    ComputeOp op = unary(type, "[i: 64, j: 128] " + index, "64x128xf32").op;
    AxisSpace space(op, {axis({0}, {{lane, 32 / inRow}, {block, 2 * inRow}}),
                         axis({1}, {{vector, width},
                                    {lane, inRow},
                                    {block, 128 / (inRow * width)}})});
    return countSectors(space, op, writes);
  }
};
} // namespace

TEST_F(CoalescingTest, ARowOf32WordsIsFourSectors) {
  EXPECT_EQ(sectors("64x128xf32", "%A[i, j]", 32), 4);
  EXPECT_EQ(sectors("64x128xf32", "%A[i, j]", 32, 1, /*writes=*/true), 8);
  // Rows of 8 words each are as good.
  EXPECT_EQ(sectors("64x128xf32", "%A[i, j]", 8), 4);
  EXPECT_EQ(sectors("64x128xf32", "%A[i, j]", 4), 8);
}

TEST_F(CoalescingTest, ARowThatIsNotAlignedTouchesOneMore) {
  EXPECT_EQ(sectors("64x129xf32", "%A[i, j + 1]", 32), 5);
}

TEST_F(CoalescingTest, AColumnIsASectorForEachLane) {
  EXPECT_EQ(sectors("128x64xf32", "%A[j, i]", 32), 32);
  // Eight lanes along i share a sector.
  EXPECT_EQ(sectors("128x64xf32", "%A[j, i]", 4), 4);
}

TEST_F(CoalescingTest, OneElementForAllLanesIsOneSector) {
  EXPECT_EQ(sectors("64x1xf32", "%A[i, 0]", 32), 1);
}

TEST_F(CoalescingTest, WideAccessesOfAlignedRowsTouchEachSectorOnce) {
  EXPECT_EQ(sectors("64x128xf32", "%A[i, j]", 32, 4), 16);
  // Where four accesses of a word take its place, each touches all of them.
  EXPECT_EQ(sectors("64x129xf32", "%A[i, j + 1]", 32, 4), 4 * 16 + 1);
}
