//===- ProductLoopsTest.cpp - Matrices in reductions ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AxesTest.h"

#include "../../../lib/Schedule/GPU/ProductLoops.h"

using namespace neo;

namespace {
class ProductLoopsTest : public AxesTest {};
using Loops = llvm::SmallVector<int64_t>;
} // namespace

TEST_F(ProductLoopsTest, RowsAreThoseOfTheLargestOperand) {
  ProductLoops wide = ProductLoops::get(matmul(8, 100, 30).op);
  EXPECT_EQ(wide.rows, Loops{1});
  EXPECT_EQ(wide.columns, Loops{0});
  EXPECT_EQ(wide.terms, Loops{2});
  EXPECT_EQ(wide.rowCount, 100);
  EXPECT_EQ(ProductLoops::get(matmul(100, 8, 30).op).rows, Loops{0});
}

TEST_F(ProductLoopsTest, AConvolutionIsAMatrixProduct) {
  ComputeOp op = product("2x16x34x34xf32", "64x16x3x3xf32",
                         "[b: 2, k: 64, p: 32, q: 32] sum [c: 16, r: 3, s: 3] "
                         "%A[b, c, p + r, q + s], %B[k, c, r, s]",
                         "2x64x32x32xf32")
                     .op;
  ProductLoops loops = ProductLoops::get(op);
  EXPECT_EQ(loops.rows, (Loops{0, 2, 3}));
  EXPECT_EQ(loops.columns, Loops{1});
  EXPECT_EQ(loops.terms, (Loops{4, 5, 6}));
  EXPECT_EQ(loops.rowCount, 2 * 32 * 32);
  EXPECT_EQ(loops.termCount, 144);
  EXPECT_EQ(loops.batchSize, 1);
}

TEST_F(ProductLoopsTest, LoopsOfAllOperandsAreABatch) {
  ComputeOp op = product("4x8x16xf32", "4x16x6xf32",
                         "[b: 4, i: 8, j: 6] sum [k: 16] "
                         "%A[b, i, k], %B[b, k, j]",
                         "4x8x6xf32")
                     .op;
  ProductLoops loops = ProductLoops::get(op);
  EXPECT_EQ(loops.batch, Loops{0});
  EXPECT_EQ(loops.batchSize, 4);
  EXPECT_EQ(loops.rows, Loops{1});
  EXPECT_EQ(loops.columns, Loops{2});
}
