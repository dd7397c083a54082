//===- IntegerContextTest.cpp - bounds and implications ---------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/IntegerContext.h"
#include "Neo/Analysis/IndexInversion.h"
#include "ProblemParser.h"
#include "gtest/gtest.h"

using namespace neo;
using namespace neo::test;

namespace {

/// x and y in [0, 9].
class IntegerContextTest : public ::testing::Test {
protected:
  Form form(llvm::StringRef text) { return parseForm(text, {"x", "y"}, box); }

  Box box = boxOfExtents({10, 10});
  IntegerContext context{box};
};

TEST_F(IntegerContextTest, BoundsUnderAnEquality) {
  context.addZero(form("x + y - 4"));
  EXPECT_EQ(context.bounds(form("x")), (Interval{0, 4}));
  EXPECT_EQ(context.bounds(form("x - y")), (Interval{-4, 4}));
}

TEST_F(IntegerContextTest, BoundsOfAFloorMetLater) {
  context.addNonNegative(form("x - 7"));
  EXPECT_EQ(context.bounds(form("x floordiv 4")), (Interval{1, 2}));
}

TEST_F(IntegerContextTest, ImplicationNeedsTheIntegers) {
  // x even implies x <= 8; rationally x = 9 is feasible.
  context.addZero(form("x mod 2"));
  EXPECT_TRUE(context.implies(form("8 - x")));
  EXPECT_FALSE(context.implies(form("7 - x")));
}

TEST_F(IntegerContextTest, QuestionsLeaveNoTrace) {
  EXPECT_FALSE(context.implies(form("x - 5")));
  EXPECT_EQ(context.bounds(form("x")), (Interval{0, 9}));
}

TEST_F(IntegerContextTest, ParityContradictionIsEmpty) {
  context.addZero(form("2 * x + 2 * y - 5"));
  EXPECT_TRUE(context.isFeasible());
  EXPECT_TRUE(context.provesEmpty());
}

TEST_F(IntegerContextTest, AnInfeasibleContextImpliesEverything) {
  context.addNonNegative(form("x - 10"));
  EXPECT_FALSE(context.isFeasible());
  EXPECT_TRUE(context.implies(form("-1")));
  EXPECT_TRUE(context.bounds(form("y floordiv 3")).isEmpty());
}

TEST_F(IntegerContextTest, EqualityGuards) {
  context.addZero(form("x - 3"));
  EXPECT_TRUE(context.implies(Guard{form("x mod 3"), true}));
  EXPECT_FALSE(context.implies(Guard{form("x - y"), true}));
}

} // namespace
