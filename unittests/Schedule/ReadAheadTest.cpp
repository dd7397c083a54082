//===- ReadAheadTest.cpp - What comes from memory, asked for in time ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/ReadAhead.h"

using namespace neo;

namespace {
class ReadAheadTest : public NestTest {
protected:
  /// How far ahead sums of so many rows of 768 are asked for.
  int64_t ahead(int64_t rows, bool near) {
    std::string count = std::to_string(rows);
    std::string matrix = "tensor<" + count + "x768xf32>";
    LoopNest nest = parse("%A: " + matrix,
                          "[i: " + count + "] sum [j: 768] %A[i, j] : (" +
                              matrix + ") -> tensor<" + count + "xf32>",
                          "^bb0(%a: f32):\nneo.yield %a : f32");
    Schedule schedule = chooseSchedule(nest, TargetModel());
    return findStreamAhead(nest, schedule, nest.operands.front(), near);
  }
};
} // namespace

TEST_F(ReadAheadTest, StreamsFromMemoryAreAskedForAPageAhead) {
  EXPECT_EQ(ahead(16384, /*near=*/false), 1024);
  EXPECT_EQ(ahead(16384, /*near=*/true), 1024);
}

TEST_F(ReadAheadTest, StreamsFromTheLastCacheOnlyIntoTheFirst) {
  EXPECT_EQ(ahead(4096, /*near=*/false), 0);
  EXPECT_EQ(ahead(4096, /*near=*/true), 1024);
}

TEST_F(ReadAheadTest, WhatIsNearIsNotAskedFor) {
  EXPECT_EQ(ahead(256, /*near=*/true), 0);
}
