//===- AffineSimplificationTest.cpp - Divisions that extents decide -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineRange.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <random>

using namespace mlir;
using namespace neo;

namespace {
class SimplifyInBoxTest : public ::testing::Test {
protected:
  AffineExpr simplify(AffineExpr expr) { return simplifyInBox(expr, extents); }

  int64_t valueAt(AffineExpr expr, int64_t i, int64_t j) {
    AffineExpr values[] = {getAffineConstantExpr(i, &context),
                           getAffineConstantExpr(j, &context)};
    return cast<AffineConstantExpr>(expr.replaceDims(values)).getValue();
  }

  /// An expression of two loops with divisions at any depth.
  AffineExpr makeExpression(unsigned depth) {
    auto pick = [&](int64_t low, int64_t high) {
      return std::uniform_int_distribution<int64_t>(low, high)(random);
    };
    if (depth == 0)
      return pick(0, 2) ? getAffineDimExpr(pick(0, 1), &context)
                        : getAffineConstantExpr(pick(-9, 9), &context);
    AffineExpr a = makeExpression(depth - 1);
    switch (pick(0, 4)) {
    case 0:
      return a + makeExpression(depth - 1);
    case 1:
      return a * pick(-4, 8);
    case 2:
      return a.floorDiv(pick(1, 8));
    case 3:
      return a.ceilDiv(pick(1, 8));
    default:
      return a % pick(1, 8);
    }
  }

  MLIRContext context;
  SmallVector<int64_t> extents = {4, 8};
  AffineExpr i = getAffineDimExpr(0, &context);
  AffineExpr j = getAffineDimExpr(1, &context);
  std::mt19937_64 random{1};
};
} // namespace

/// A quotient is no multiple of 2 because dividend and divisor are.
TEST_F(SimplifyInBoxTest, QuotientsOfMultiples) {
  AffineExpr expr = ((i * 4 - j * 2).floorDiv(4) + i) % 2;
  AffineExpr simpler = simplify(expr);
  for (int64_t a = 0; a < extents[0]; ++a)
    for (int64_t b = 0; b < extents[1]; ++b)
      EXPECT_EQ(valueAt(simpler, a, b), valueAt(expr, a, b)) << a << ", " << b;
  EXPECT_EQ(simplify((i * 8).floorDiv(2) % 4),
            getAffineConstantExpr(0, &context));
}

TEST_F(SimplifyInBoxTest, PartsOfASplitLoop) {
  EXPECT_EQ(simplify((i * 8 + j).floorDiv(8)), i);
  EXPECT_EQ(simplify((i * 8 + j) % 8), j);
  EXPECT_EQ(simplify((i * 8 + j + 16).floorDiv(8)), i + 2);
}

TEST_F(SimplifyInBoxTest, WhatTheExtentsBound) {
  EXPECT_EQ(simplify(j.floorDiv(8)), getAffineConstantExpr(0, &context));
  EXPECT_EQ(simplify(j % 8), j);
  EXPECT_EQ(simplify((j + 8) % 8), j);
  EXPECT_EQ(simplify((j - 8).floorDiv(8)), getAffineConstantExpr(-1, &context));
}

TEST_F(SimplifyInBoxTest, WhatIsBelowACommonDivisorLeavesTheDivision) {
  extents = {64, 64};
  AffineExpr rest = i * 16 + j * 8;
  EXPECT_EQ(simplify((rest + 11).floorDiv(128)), (rest + 8).floorDiv(128));
  EXPECT_EQ(simplify((rest + 3) % 128), rest % 128 + 3);
}

TEST_F(SimplifyInBoxTest, WhatTheExtentsLeaveOpenStays) {
  EXPECT_EQ(simplify(j.floorDiv(4)), j.floorDiv(4));
  EXPECT_EQ(simplify((i + j) % 8), (i + j) % 8);
}

TEST_F(SimplifyInBoxTest, NothingIsSaidAboutAnEmptyBox) {
  extents = {0, 8};
  EXPECT_EQ(simplify(j.floorDiv(8)), j.floorDiv(8));
}

TEST_F(SimplifyInBoxTest, ValuesStay) {
  for (int trial = 0; trial < 2000; ++trial) {
    AffineExpr expr = makeExpression(3);
    AffineExpr simple = simplify(expr);
    for (int64_t a = 0; a < extents[0]; ++a)
      for (int64_t b = 0; b < extents[1]; ++b)
        ASSERT_EQ(valueAt(expr, a, b), valueAt(simple, a, b))
            << "trial " << trial << " at " << a << ", " << b;
  }
}
