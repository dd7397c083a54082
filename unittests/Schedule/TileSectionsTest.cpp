//===- TileSectionsTest.cpp - Where loops are split -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/TileSections.h"

using namespace mlir;
using namespace neo;

namespace {
class TileSectionsTest : public NestTest {
protected:
  /// The sections of the only loop of `nest`, with tiles of `tile` elements, as
  /// text: `first*tiles` and, of the remainder, its elements.
  static std::string sections(const LoopNest &nest, int64_t tile) {
    Schedule schedule;
    schedule.tile.assign(1, tile);
    std::string text;
    for (TileSection section : sectionsOf(nest, schedule, 0)) {
      text += (text.empty() ? "" : " ") + std::to_string(section.first) + "*" +
              std::to_string(section.tiles);
      if (section.elements != tile)
        text += ":" + std::to_string(section.elements);
    }
    return text;
  }

  LoopNest guarded(StringRef guard) {
    return unary("100xf32", "[i: 100] %A[i] if (" + guard.str() + ") else 0.0",
                 "100xf32");
  }
};
} // namespace

TEST_F(TileSectionsTest, TheRemainderIsOne) {
  LoopNest nest = unary("100xf32", "[i: 100] %A[i]", "100xf32");
  EXPECT_EQ(sections(nest, 16), "0*6 6*1:4");
  EXPECT_EQ(sections(nest, 10), "0*10");
  EXPECT_EQ(sections(nest, 128), "0*1:100");
}

TEST_F(TileSectionsTest, ABoundHasATileOfItsOwn) {
  EXPECT_EQ(sections(guarded("i - 40 >= 0"), 16), "0*2 2*1 3*3 6*1:4");
  EXPECT_EQ(sections(guarded("39 - i >= 0"), 16), "0*2 2*1 3*3 6*1:4");
  EXPECT_EQ(sections(guarded("2 * i - 79 >= 0"), 16), "0*2 2*1 3*3 6*1:4");
}

TEST_F(TileSectionsTest, ABoundBetweenTilesHasNone) {
  EXPECT_EQ(sections(guarded("i - 48 >= 0"), 16), "0*3 3*3 6*1:4");
  EXPECT_EQ(sections(guarded("i - 97 >= 0"), 16), "0*6 6*1:4");
}

TEST_F(TileSectionsTest, BoundsOutsideTheLoopSplitNothing) {
  EXPECT_EQ(sections(guarded("i >= 0, 99 - i >= 0"), 10), "0*10");
  EXPECT_EQ(sections(guarded("i == 40"), 10), "0*10");
}

TEST_F(TileSectionsTest, ManyBoundsAreLeftToMasks) {
  std::string guard = "i >= 1";
  for (unsigned bound = 2; bound <= mostSectionBounds; ++bound)
    guard += ", i >= " + std::to_string(bound);
  EXPECT_NE(sections(guarded(guard), 10), "0*10");
  guard += ", i >= " + std::to_string(mostSectionBounds + 1);
  EXPECT_EQ(sections(guarded(guard), 10), "0*10");
}

TEST_F(TileSectionsTest, AReductionIsSplitToo) {
  LoopNest nest =
      unary("100xf32", "[] sum [i: 100] %A[i] if (i >= 40) else 0.0", "f32");
  EXPECT_EQ(sections(nest, 16), "0*2 2*1 3*3 6*1:4");
  EXPECT_EQ(sections(nest, 1), "0*40 40*60");
}
