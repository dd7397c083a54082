//===- AffineRangeTest.cpp - Ranges against enumeration -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Every answer about a small box is checked by visiting all of its points.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Interpreter/AffineFunction.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <random>

using namespace mlir;
using namespace neo;

namespace {
/// Makes up quasi-affine expressions over three loops.
class RandomExpressions {
public:
  RandomExpressions(MLIRContext &context, unsigned seed)
      : context(context), random(seed) {}

  AffineExpr make(unsigned depth) {
    if (depth == 0)
      return pick(2) ? getAffineDimExpr(pick(3), &context) : constant(-4, 4);
    AffineExpr a = make(depth - 1);
    switch (pick(4)) {
    case 0:
      return a + make(depth - 1);
    case 1:
      return a * constant(-3, 3);
    case 2:
      return a.floorDiv(constant(1, 4));
    default:
      return a % constant(1, 4);
    }
  }

  int64_t pick(int64_t n) { return int64_t(random() % n); }

private:
  AffineExpr constant(int64_t low, int64_t high) {
    return getAffineConstantExpr(low + pick(high - low + 1), &context);
  }

  MLIRContext &context;
  std::mt19937_64 random;
};

template <typename Visit>
void visitBox(ArrayRef<int64_t> extents, Visit visit) {
  for (int64_t i = 0; i < extents[0]; ++i)
    for (int64_t j = 0; j < extents[1]; ++j)
      for (int64_t k = 0; k < extents[2]; ++k) {
        int64_t point[] = {i, j, k};
        visit(point);
      }
}
} // namespace

TEST(AffineRange, IntervalHoldsEveryValue) {
  MLIRContext context;
  RandomExpressions random(context, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    AffineExpr expr = random.make(3);
    int64_t extents[] = {1 + random.pick(4), 1 + random.pick(4),
                         1 + random.pick(4)};
    std::optional<AffineInterval> range = getInterval(expr, extents);
    ASSERT_TRUE(range.has_value());
    AffineFunction function = decodeAffine(expr);
    visitBox(extents, [&](const int64_t *point) {
      EXPECT_LE(range->low, function(point));
      EXPECT_GE(range->high, function(point));
    });
  }
}

TEST(AffineRange, ProvesExactlyWhatHolds) {
  MLIRContext context;
  RandomExpressions random(context, 2);
  for (int trial = 0; trial < 1000; ++trial) {
    AffineExpr expr = random.make(2), guard = random.make(2);
    int64_t extents[] = {1 + random.pick(4), 1 + random.pick(4),
                         1 + random.pick(4)};
    LoopDomain domain(extents);
    domain.atLeastZero(guard);
    AffineFunction function = decodeAffine(expr), holds = decodeAffine(guard);
    bool isTrue = true;
    visitBox(extents, [&](const int64_t *point) {
      isTrue &= holds(point) < 0 || function(point) >= 0;
    });
    EXPECT_EQ(domain.proves(expr), isTrue);
  }
}

TEST(AffineRange, EqualityHoldsAtThePoint) {
  MLIRContext context;
  RandomExpressions random(context, 4);
  for (int trial = 0; trial < 1000; ++trial) {
    AffineExpr a = random.make(2), b = random.make(2);
    int64_t extents[] = {1 + random.pick(4), 1 + random.pick(4),
                         1 + random.pick(4)};
    LoopDomain domain(extents);
    domain.under(IntegerSet::get(3, 0, {a, b}, {true, false}));
    AffineFunction fa = decodeAffine(a), fb = decodeAffine(b);
    bool hasPoint = false;
    visitBox(extents, [&](const int64_t *point) {
      hasPoint |= fa(point) == 0 && fb(point) >= 0;
    });
    auto point = domain.findPoint();
    ASSERT_EQ(point.has_value(), hasPoint);
    if (point)
      EXPECT_TRUE(fa(point->data()) == 0 && fb(point->data()) >= 0);
  }
}

// 6 * i - 10 * j is even: no interval knows, and halving does not come to an
// end in time, so that MLIR's search has to.
TEST(AffineRange, LargeBoxesAreLeftToMLIR) {
  MLIRContext context;
  AffineExpr i = getAffineDimExpr(0, &context),
             j = getAffineDimExpr(1, &context);
  int64_t extents[] = {100000, 100000};
  LoopDomain odd(extents), even(extents);
  odd.under(IntegerSet::get(2, 0, {i * 6 - j * 10 - 3}, {true}));
  even.under(IntegerSet::get(2, 0, {i * 6 - j * 10 - 4}, {true}));
  EXPECT_FALSE(odd.findPoint().has_value());
  EXPECT_TRUE(even.findPoint().has_value());
}

// A context that knows the dialect keeps what it has proven, and nothing else.
TEST(AffineRange, AskedAgainTheAnswerIsTheSame) {
  MLIRContext context;
  context.loadDialect<NeoDialect>();
  RandomExpressions random(context, 5);
  for (int trial = 0; trial < 500; ++trial) {
    AffineExpr expr = random.make(2), guard = random.make(2);
    int64_t few[] = {1 + random.pick(3), 2, 1 + random.pick(3)},
            more[] = {few[0] + 1, 3, few[2] + 1};
    for (ArrayRef<int64_t> extents :
         {ArrayRef<int64_t>(few), ArrayRef<int64_t>(more)}) {
      AffineFunction function = decodeAffine(expr), holds = decodeAffine(guard);
      LoopDomain domain(extents);
      domain.atLeastZero(guard);
      bool isTrue = true;
      visitBox(extents, [&](const int64_t *point) {
        isTrue &= holds(point) < 0 || function(point) >= 0;
      });
      EXPECT_EQ(domain.proves(expr), isTrue);
      EXPECT_EQ(domain.proves(expr), isTrue);
    }
  }
}

TEST(AffineRange, FindsAPointThatIsInside) {
  MLIRContext context;
  RandomExpressions random(context, 3);
  for (int trial = 0; trial < 1000; ++trial) {
    AffineExpr a = random.make(2), b = random.make(2);
    int64_t extents[] = {1 + random.pick(4), 1 + random.pick(4),
                         1 + random.pick(4)};
    LoopDomain domain(extents);
    domain.atLeastZero(a).atLeastZero(b);
    AffineFunction fa = decodeAffine(a), fb = decodeAffine(b);
    bool hasPoint = false;
    visitBox(extents, [&](const int64_t *point) {
      hasPoint |= fa(point) >= 0 && fb(point) >= 0;
    });
    auto point = domain.findPoint();
    ASSERT_EQ(point.has_value(), hasPoint);
    if (point)
      EXPECT_TRUE(fa(point->data()) >= 0 && fb(point->data()) >= 0);
  }
}

TEST(AffineRange, IntervalKnowsWhenItLeaves64Bits) {
  MLIRContext context;
  AffineExpr i = getAffineDimExpr(0, &context);
  int64_t extents[] = {3};
  EXPECT_FALSE(getInterval(i * INT64_MAX, extents).has_value());
  EXPECT_FALSE(getInterval(i + INT64_MAX, extents).has_value());
  EXPECT_TRUE(getInterval(i + (INT64_MAX - 2), extents).has_value());
}

TEST(AffineRange, NothingIsInAnEmptyBox) {
  MLIRContext context;
  int64_t extents[] = {0, 4};
  LoopDomain domain(extents);
  EXPECT_FALSE(domain.findPoint().has_value());
  EXPECT_TRUE(domain.proves(getAffineConstantExpr(-1, &context)));
}
