//===- InnermostLoopsTest.cpp - What is made innermost --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AxesTest.h"

#include "../../../lib/Schedule/GPU/InnermostLoops.h"

using namespace neo;

namespace {
class InnermostLoopsTest : public AxesTest {
protected:
  ComputeOp convolution(int64_t channels) {
    std::string c = std::to_string(channels);
    return product("8x" + c + "x34x34xf32", "64x" + c + "x3x3xf32",
                   "[b: 8, k: 64, p: 32, q: 32] sum [c: " + c +
                       ", r: 3, s: 3] "
                       "%A[b, c, p + r, q + s], %B[k, c, r, s]",
                   "8x64x32x32xf32")
        .op;
  }
};
} // namespace

TEST_F(InnermostLoopsTest, ATermOfBothOperandsOrALoopOfEach) {
  llvm::SmallVector<InnermostLoops> all = listInnermostLoops(convolution(16));
  // Copies of one operand, the other, both: by channels, then by loops.
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0].term, 4u);
  EXPECT_EQ(all[0].dims[0], 1u);
  EXPECT_EQ(all[0].dims[1], 1u);
  EXPECT_TRUE(all[0].copies(0) && !all[0].copies(1));
  EXPECT_TRUE(all[2].copies(0) && all[2].copies(1));
  EXPECT_EQ(all[3].term, std::nullopt);
  EXPECT_EQ(all[3].loops[0], 0u); // b
  EXPECT_EQ(all[3].loops[1], 1u); // k
}

TEST_F(InnermostLoopsTest, AnExtentOfWhichNoAccessIsMadeIsNone) {
  for (const InnermostLoops &each : listInnermostLoops(convolution(3)))
    EXPECT_EQ(each.term, std::nullopt);
}

TEST_F(InnermostLoopsTest, WhatIsInnermostAlreadyIsNotCopied) {
  // The term is innermost in A, j in B: a copy of A is of no use.
  for (const InnermostLoops &each : listInnermostLoops(matmul(6, 64, 32).op))
    EXPECT_FALSE(each.copies(0) && each.term);
}
