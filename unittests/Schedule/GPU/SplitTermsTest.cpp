//===- SplitTermsTest.cpp - Blocks that share terms -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AxesTest.h"

#include "../../../lib/Schedule/GPU/SplitTerms.h"

using namespace neo;

namespace {
class SplitTermsTest : public AxesTest {
protected:
  int64_t parts(ComputeOp op, int64_t blocks, double cycles) {
    return chooseParts(op, blocks, cycles, /*most=*/64, machine);
  }
};
} // namespace

TEST_F(SplitTermsTest, BlocksThatFillTheMachineShareNothing) {
  ComputeOp op = matmul(1024, 1024, 1024).op;
  EXPECT_EQ(parts(op, machine.multiprocessors, 1e5), 1);
  EXPECT_EQ(parts(op, 10 * machine.multiprocessors, 1e6), 1);
}

TEST_F(SplitTermsTest, AFewBlocksOfManyTermsAreShared) {
  ComputeOp op = matmul(16, 16, 1 << 16).op;
  EXPECT_EQ(parts(op, 1, 1e6), 64);
  EXPECT_LE(parts(op, 27, 1e6) * 27, machine.multiprocessors);
  EXPECT_GT(parts(op, 27, 1e6), 1);
}

TEST_F(SplitTermsTest, AJoinThatTakesLongerThanTheTermsIsNotWorthIt) {
  ComputeOp op = matmul(16, 16, 64).op;
  EXPECT_EQ(parts(op, 1, machine.getLaunchCycles() / 2), 1);
}

TEST_F(SplitTermsTest, AJoinCostsALaunchAndTheBytesOfTheParts) {
  EXPECT_EQ(getJoinCycles(1, 256, 4, machine), 0);
  double two = getJoinCycles(2, 1 << 20, 4, machine);
  double four = getJoinCycles(4, 1 << 20, 4, machine);
  EXPECT_GT(two, machine.getLaunchCycles());
  EXPECT_DOUBLE_EQ(four - machine.getLaunchCycles(),
                   2 * (two - machine.getLaunchCycles()));
}

TEST_F(SplitTermsTest, LanesShareThePartsOfFewElements) {
  GPUJoinAttr few = makeJoin(matmul(4, 4, 4096).op, 64, machine);
  EXPECT_EQ(few.getLanes(), 8);
  EXPECT_EQ(few.getThreads(), 16 * 8);
  EXPECT_EQ(few.getBlocks(), 1);
  GPUJoinAttr many = makeJoin(matmul(1024, 1024, 4096).op, 64, machine);
  EXPECT_EQ(many.getLanes(), 1);
  EXPECT_FALSE(makeJoin(matmul(4, 4, 4096).op, 1, machine));
}
