//===- RegisterPressureTest.cpp - Values alive in unrolled steps ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/RegisterPressure.h"

using namespace mlir;
using namespace neo;

/// X[stride * q + s] * W[s, k], with `size` neighbours in a tile under `taps`.
static int64_t held(int64_t stride, int64_t size, int64_t taps) {
  MLIRContext context;
  auto loop = [&](unsigned number) {
    return getAffineDimExpr(number, &context);
  };
  LoopNest nest;
  nest.loops = {{"k", 16, false}, {"q", 64, false}, {"s", taps, true}};
  NestOperand x, w;
  x.access = LinearForm::get(loop(1) * stride + loop(2), 3);
  w.access = LinearForm::get(loop(2) * 16 + loop(0), 3);
  nest.operands = {x, w};
  Schedule schedule;
  schedule.vector = {{0, 16}};
  schedule.tile = {1, size, 1};
  schedule.unrolled = {2};
  return countLiveValues(nest, schedule);
}

TEST(RegisterPressureTest, NeighboursWaitForTheNextTap) {
  // All but the first are read again; W's vector is done with by then.
  EXPECT_EQ(held(1, 4, 3), 3);
  EXPECT_EQ(held(1, 16, 3), 15);
}

TEST(RegisterPressureTest, EvenAndOddElementsWaitTogether) {
  // All but the first of the even ones, and of the odd ones.
  EXPECT_EQ(held(2, 16, 7), 30);
  EXPECT_LT(held(2, 8, 7), held(2, 16, 7));
}

TEST(RegisterPressureTest, NothingIsSharedByTapsFarApart) {
  // Windows that touch, and do not overlap: one vector of W.
  EXPECT_EQ(held(3, 8, 3), 1);
}
