//===- AffineFormsTest.cpp - AffineExpr to Form and back ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/AffineForms.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace neo;

namespace {
class AffineFormsTest : public ::testing::Test {
protected:
  AffineExpr roundTrip(AffineExpr expr) {
    return toAffine(FormReader(extents).read(expr), &context);
  }

  int64_t valueAt(AffineExpr expr, int64_t i, int64_t j) {
    AffineExpr values[] = {getAffineConstantExpr(i, &context),
                           getAffineConstantExpr(j, &context)};
    return cast<AffineConstantExpr>(expr.replaceDims(values)).getValue();
  }

  /// Is the expression the same everywhere after a round trip?
  void expectSameValues(AffineExpr expr) {
    AffineExpr back = roundTrip(expr);
    for (int64_t i = 0; i < extents[0]; ++i)
      for (int64_t j = 0; j < extents[1]; ++j)
        EXPECT_EQ(valueAt(expr, i, j), valueAt(back, i, j));
  }

  MLIRContext context;
  SmallVector<int64_t> extents = {24, 17};
  AffineExpr i = getAffineDimExpr(0, &context);
  AffineExpr j = getAffineDimExpr(1, &context);
};
} // namespace

TEST_F(AffineFormsTest, AffineExpressionsStay) {
  EXPECT_EQ(roundTrip(i * 2 + j - 1), i * 2 + j - 1);
  EXPECT_EQ(roundTrip(getAffineConstantExpr(-3, &context)),
            getAffineConstantExpr(-3, &context));
}

TEST_F(AffineFormsTest, ModsAreFoundAgain) {
  EXPECT_EQ(roundTrip(i % 4), i % 4);
  EXPECT_EQ(roundTrip(i.floorDiv(2) % 3), i.floorDiv(2) % 3);
}

TEST_F(AffineFormsTest, QuotientAndRemainderCancel) {
  EXPECT_EQ(roundTrip(i.floorDiv(4) * 4 + i % 4), i);
}

TEST_F(AffineFormsTest, ValuesStay) {
  expectSameValues((i + j * 3 - 40).floorDiv(7) * 2 - j % 5);
  expectSameValues(((i % 8).floorDiv(2) + j) % 3);
  expectSameValues((i - j).ceilDiv(4) - (j - i) % 6);
  expectSameValues(((i * 5 + 3) % 8).floorDiv(3) * -2 + i);
}

TEST_F(AffineFormsTest, ModsAreReportedWithTheirRange) {
  FormReader reader(extents);
  reader.read(i % 4 + j % 3);
  SmallVector<ModForm, 2> mods = reader.takeMods();
  ASSERT_EQ(mods.size(), 2u);
  EXPECT_EQ(mods[0].range, Interval::ofExtent(4));
  EXPECT_EQ(mods[1].range, Interval::ofExtent(3));
}

TEST_F(AffineFormsTest, SetsKeepTheirEqualities) {
  AffineExpr constraints[] = {i - j, j * 2 - 4};
  IntegerSet set = IntegerSet::get(2, 0, constraints, {false, true});
  SmallVector<Guard, 2> guards = FormReader(extents).read(set);
  ASSERT_EQ(guards.size(), 2u);
  EXPECT_FALSE(guards[0].isEquality);
  EXPECT_TRUE(guards[1].isEquality);
  EXPECT_EQ(toIntegerSet(guards, 2, &context), set);
}

TEST_F(AffineFormsTest, NoConstraintsIsNoSet) {
  EXPECT_TRUE(FormReader(extents).read(IntegerSet()).empty());
  EXPECT_FALSE(toIntegerSet({}, 2, &context));
}
