//===- LoopNestTest.cpp - Loops and flat accesses of an operator ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

using namespace mlir;
using namespace neo;

using LoopNestTest = NestTest;
using Coefficients = llvm::SmallVector<int64_t>;

TEST_F(LoopNestTest, AccessesAreRowMajorPositions) {
  LoopNest nest = matmul(4, 5, 6);
  EXPECT_EQ(loops(nest), "i: 4 j: 5 (k: 6)");
  EXPECT_EQ(nest.operands[0].access.coefficients, Coefficients({6, 0, 1}));
  EXPECT_EQ(nest.operands[1].access.coefficients, Coefficients({0, 1, 5}));
  EXPECT_EQ(nest.output.coefficients, Coefficients({5, 1, 0}));
  EXPECT_EQ(nest.points(), 4 * 5 * 6);
  EXPECT_TRUE(nest.hasReduction());
}

TEST_F(LoopNestTest, ElementwiseLoopsAreOne) {
  LoopNest nest =
      unary("3x4x5xf32", "[i: 3, j: 4, k: 5] %A[i, j, k]", "3x4x5xf32");
  ASSERT_EQ(nest.loops.size(), 1u);
  EXPECT_EQ(nest.loops[0].extent, 60);
  EXPECT_EQ(nest.output.coefficients, Coefficients({1}));
  EXPECT_FALSE(nest.hasReduction());
}

TEST_F(LoopNestTest, LoopsOfATransposeStay) {
  LoopNest nest = unary("4x3xf32", "[i: 3, j: 4] %A[j, i]", "3x4xf32");
  EXPECT_EQ(loops(nest), "i: 3 j: 4");
  EXPECT_EQ(nest.operands[0].access.coefficients, Coefficients({1, 3}));
}

TEST_F(LoopNestTest, SharedOuterLoopsMergeAroundATranspose) {
  LoopNest nest = unary(
      "2x3x5x4xf32", "[a: 2, b: 3, i: 4, j: 5] %A[a, b, j, i]", "2x3x4x5xf32");
  EXPECT_EQ(loops(nest), "a_b: 6 i: 4 j: 5");
}

TEST_F(LoopNestTest, LoopsOfOneStepVanish) {
  LoopNest nest =
      product("1x6xf32", "6x1xf32",
              "[i: 1, j: 1] sum [k: 6, l: 1] %A[i, k], %B[k, j]", "1x1xf32");
  EXPECT_EQ(loops(nest), "(k: 6)");
}

TEST_F(LoopNestTest, OutputAndReductionLoopsNeverMerge) {
  LoopNest nest = unary("3x4xf32", "[i: 3] sum [k: 4] %A[i, k]", "3xf32");
  EXPECT_EQ(loops(nest), "i: 3 (k: 4)");
}

TEST_F(LoopNestTest, ReductionLoopsMerge) {
  LoopNest nest =
      unary("3x4x5xf32", "[i: 3] sum [k: 4, l: 5] %A[i, k, l]", "3xf32");
  EXPECT_EQ(loops(nest), "i: 3 (k_l: 20)");
}

TEST_F(LoopNestTest, LoopsThatAGuardSeparatesStay) {
  LoopNest nest =
      unary("3x4xf32", "[i: 3, j: 4] %A[i, j] if (j < 2) else 0.0", "3x4xf32");
  EXPECT_EQ(loops(nest), "i: 3 j: 4");
  ASSERT_EQ(nest.operands[0].guard.size(), 1u);
  EXPECT_FALSE(nest.operands[0].guard[0].form.dependsOn(0));
  EXPECT_TRUE(nest.operands[0].guard[0].form.dependsOn(1));
  EXPECT_TRUE(bool(nest.operands[0].pad));
}

TEST_F(LoopNestTest, LoopsWhoseValueIsUsedStay) {
  LoopNest nest = parse("%A: tensor<3x4xi64>",
                        "[i: 3, j: 4] %A[i, j] : (tensor<3x4xi64>) -> "
                        "tensor<3x4xi64>",
                        "^bb0(%a: i64):\n%i = neo.index 1 : index\n"
                        "%l = arith.index_cast %i : index to i64\n"
                        "neo.yield %l : i64");
  EXPECT_EQ(loops(nest), "i: 3 j: 4");
}

TEST_F(LoopNestTest, DividedLoopsAreSplit) {
  LoopNest nest = product("8x64xf32", "4x64x16xf32",
                          "[i: 8, j: 64] sum [k: 64] %A[i, k], "
                          "%B[j floordiv 16, k, j mod 16]",
                          "8x64xf32");
  EXPECT_EQ(loops(nest), "i: 8 j_outer: 4 j_inner: 16 (k: 64)");
  EXPECT_EQ(nest.operands[1].access.coefficients,
            Coefficients({0, 1024, 1, 16}));
  EXPECT_TRUE(nest.operands[1].access.irregular.none());
  EXPECT_EQ(nest.output.coefficients, Coefficients({64, 16, 1, 0}));
}

TEST_F(LoopNestTest, LoopsThatTheDivisorDoesNotDivideStay) {
  LoopNest nest = unary("3xf32", "[i: 10] %A[i floordiv 4]", "10xf32");
  EXPECT_EQ(loops(nest), "i: 10");
  EXPECT_TRUE(nest.operands[0].access.irregular[0]);
  EXPECT_TRUE(nest.operands[0].access.dependsOn(0));
}

TEST_F(LoopNestTest, WhereGuardsReadsThatItAloneKeepsInBounds) {
  LoopNest nest = product("4x9xf32", "9xf32",
                          "[i: 4] sum [k: 12] %A[i, k], %B[k - 3 + i] "
                          "where (k < 9, k + i >= 3, k + i < 12)",
                          "4xf32");
  EXPECT_EQ(nest.where.size(), 3u);
  for (const NestOperand &operand : nest.operands) {
    EXPECT_EQ(operand.guard.size(), 3u);
    EXPECT_TRUE(bool(operand.pad));
  }
}

TEST_F(LoopNestTest, ReadsThatAreAlwaysInBoundsIgnoreWhere) {
  LoopNest nest =
      unary("4x9xf32", "[i: 4] sum [k: 9] %A[i, k] where (k <= i)", "4xf32");
  EXPECT_TRUE(nest.operands[0].guard.empty());
  EXPECT_FALSE(bool(nest.operands[0].pad));
}

TEST_F(LoopNestTest, EmptyNestsKeepTheirLoops) {
  LoopNest nest = matmul(4, 0, 6);
  EXPECT_EQ(loops(nest), "i: 4 j: 0 (k: 6)");
  EXPECT_EQ(nest.points(), 0);
}

TEST_F(LoopNestTest, OriginalLoopsAreStatedInTheNests) {
  LoopNest nest =
      unary("64xf32", "[i: 8, j: 8] sum [] %A[8 * i + j]", "8x8xf32");
  ASSERT_EQ(nest.originalLoops.size(), 2u);
  // i is 0 and j is everything, as if the result had one dimension: only
  // bodies that use the value of a loop could tell.
  ASSERT_EQ(nest.loops.size(), 1u);
  EXPECT_EQ(nest.originalLoops[1], getAffineDimExpr(0, &context));
}
