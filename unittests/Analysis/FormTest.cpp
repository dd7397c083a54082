//===- FormTest.cpp - canonical forms read as identities --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Enumeration.h"
#include "ProblemParser.h"

using namespace neo;
using namespace neo::test;

namespace {

/// x in [0, 23], y in [0, 3].
class FormTest : public ::testing::Test {
protected:
  Form form(llvm::StringRef text) { return parseForm(text, names, box); }
  std::string show(llvm::StringRef text) {
    return form(text).str([&](unsigned id) { return names[id]; });
  }

  llvm::SmallVector<int64_t, 2> extents = {24, 4};
  llvm::SmallVector<std::string, 2> names = {"x", "y"};
  Box box = boxOfExtents(extents);
};

TEST_F(FormTest, QuotientAndRemainderCancel) {
  EXPECT_EQ(form("4 * (x floordiv 4) + x mod 4"), form("x"));
}

TEST_F(FormTest, FloorOfFloor) {
  EXPECT_EQ(form("x floordiv 2 floordiv 3"), form("x floordiv 6"));
  EXPECT_EQ(form("(x floordiv 2 + y) floordiv 3"),
            form("(x + 2 * y) floordiv 6"));
}

TEST_F(FormTest, MultiplesLeaveTheFloor) {
  EXPECT_EQ(form("(4 * x + 4 * y + 9) floordiv 4"), form("x + y + 2"));
}

TEST_F(FormTest, CommonFactorCancels) {
  EXPECT_EQ(form("(2 * x + 5) floordiv 6"), form("(x + 2) floordiv 3"));
}

TEST_F(FormTest, RangeFixesTheFloor) {
  EXPECT_EQ(form("y floordiv 4"), form("0"));
  EXPECT_EQ(form("(4 * x + y) floordiv 4"), form("x"));
  EXPECT_EQ(form("(4 * x - y + 3) floordiv 4"), form("x"));
}

TEST_F(FormTest, ModOfMod) {
  EXPECT_EQ(form("x mod 8 mod 4"), form("x mod 4"));
  EXPECT_EQ(form("x mod 8 floordiv 2"), form("x floordiv 2 mod 4"));
}

TEST_F(FormTest, RangeKnowsMods) {
  EXPECT_EQ(form("x mod 5").range(box), (Interval{0, 4}));
  EXPECT_EQ(form("3 * (x mod 5) - y").range(box), (Interval{-3, 12}));
}

TEST_F(FormTest, RangeOfUnknownVariableIsUnbounded) {
  EXPECT_FALSE(Form::variable(7).range(box).isBounded());
  EXPECT_EQ((Form::variable(7) * 0 + Form(3)).range(box), Interval::point(3));
}

TEST_F(FormTest, PrintsMods) {
  EXPECT_EQ(show("x mod 7"), "x mod 7");
  EXPECT_EQ(show("(x + y) floordiv 2 mod 3"), "((x + y) floordiv 2) mod 3");
  EXPECT_EQ(show("2 * ((x + 1) mod 2) - y"), "2 * ((x + 1) mod 2) - y");
}

TEST_F(FormTest, PrintsSigns) {
  EXPECT_EQ(show("6 - x"), "6 - x");
  EXPECT_EQ(show("-x - 2"), "-x - 2");
  EXPECT_EQ(show("-(x floordiv 5)"), "-(x floordiv 5)");
  EXPECT_EQ(show("x - x"), "0");
}

TEST_F(FormTest, SubstitutionRebuildsFloors) {
  Form swapped = form("x floordiv 4").substitute({form("4 * y + 3")}, box);
  EXPECT_EQ(swapped, form("y"));
}

TEST_F(FormTest, TighteningRoundsTheConstant) {
  // 4 x - 2 y - 3 >= 0 over the integers: 2 x - y - 2 >= 0.
  EXPECT_EQ(form("4 * x - 2 * y - 3").tightened(), form("2 * x - y - 2"));
}

TEST_F(FormTest, OverflowIsRemembered) {
  Form huge = form("x") * INT64_MAX;
  EXPECT_FALSE(huge.overflowed());
  EXPECT_TRUE((huge * 2).overflowed());
  EXPECT_TRUE((huge * 2 - huge * 2 + form("y")).overflowed());
}

TEST_F(FormTest, CanonicalFormsHaveTheSameValues) {
  Form merged = form("((x floordiv 2 + 3 * y - 5) floordiv 3 + x) mod 4");
  forEachPoint(extents, [&](llvm::ArrayRef<int64_t> point) {
    int64_t x = point[0], y = point[1];
    int64_t inner = floorDiv(floorDiv(x, 2) + 3 * y - 5, 3);
    EXPECT_EQ(test::evaluate(merged, point), floorMod(inner + x, 4));
  });
}

} // namespace
