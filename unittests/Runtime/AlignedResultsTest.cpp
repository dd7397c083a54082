//===- AlignedResultsTest.cpp - Results where kernels want them -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/AlignedResults.h"

#include "gtest/gtest.h"

using namespace neo;

TEST(AlignedResults, ALargeResultInsideALineTakesADetour) {
  std::vector<char> memory(alignedBytes + 128);
  uintptr_t start = reinterpret_cast<uintptr_t>(memory.data());
  char *line = memory.data() + (64 - start % 64) % 64;
  LaunchPlan plan;
  plan.buffers.emplace_back();
  plan.buffers.back().kind = BufferKind::Result;
  plan.buffers.back().bytes = alignedBytes;
  AlignedResults results;
  void *whole[] = {line}, *inside[] = {line + 4};
  ASSERT_TRUE(results.prepare(plan, whole));
  EXPECT_EQ(results.address(0), line);
  ASSERT_TRUE(results.prepare(plan, inside));
  ASSERT_NE(results.address(0), line + 4);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(results.address(0)) % 64, 0u);
  static_cast<char *>(results.address(0))[alignedBytes - 1] = 7;
  results.deliver();
  EXPECT_EQ(line[4 + alignedBytes - 1], 7);
}
