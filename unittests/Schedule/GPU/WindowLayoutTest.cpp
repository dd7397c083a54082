//===- WindowLayoutTest.cpp - Windows in shared memory --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AxesTest.h"

#include "../../../lib/Schedule/GPU/WindowLayout.h"

using namespace neo;

namespace {
class WindowLayoutTest : public AxesTest {
protected:
  /// A tile of 64 x 128, and 16 terms a step, of a product of 256^3.
  llvm::SmallVector<GPUAxisAttr> axes = {
      axis({0}, {{registers, 8}, {lane, 4}, {warp, 2}, {block, 4}}),
      axis({1}, {{registers, 8}, {lane, 8}, {warp, 2}, {block, 2}}),
      axis({2}, {{registers, 16}, {step, 16}})};
};
} // namespace

TEST_F(WindowLayoutTest, RowsArePaddedAndWindowsFollowEachOther) {
  int64_t shared = 0;
  GPUWindowAttr a = layOutWindow(axes, {0, 2}, /*along=*/2, /*vector=*/4,
                                 /*elementBytes=*/4, /*pad=*/4, shared);
  EXPECT_EQ(llvm::ArrayRef(a.getAxes()), llvm::ArrayRef<int64_t>({0, 2}));
  EXPECT_EQ(llvm::ArrayRef(a.getPitches()), llvm::ArrayRef<int64_t>({20, 1}));
  EXPECT_EQ(a.getOffset(), 0);
  EXPECT_EQ(shared, 64 * 20 * 4);
  // Another one along the outputs, at an aligned place behind it.
  GPUWindowAttr b = layOutWindow(axes, {1, 2}, /*along=*/1, 4, 4, 4, shared);
  EXPECT_EQ(llvm::ArrayRef(b.getAxes()), llvm::ArrayRef<int64_t>({2, 1}));
  EXPECT_EQ(llvm::ArrayRef(b.getPitches()), llvm::ArrayRef<int64_t>({132, 1}));
  EXPECT_EQ(b.getOffset(), 64 * 20 * 4);
  EXPECT_EQ(shared, 64 * 20 * 4 + 16 * 132 * 4);
}

TEST_F(WindowLayoutTest, StagesAreEquallyFarApartInAllWindows) {
  ComputeOp op = matmul(256, 256, 256).op;
  int64_t shared = 0;
  llvm::SmallVector<GPUAccessAttr> reads;
  for (int64_t side : {0, 1}) {
    GPUWindowAttr window = layOutWindow(axes, {side, 2}, 2, 4, 4, 4, shared);
    reads.push_back(GPUAccessAttr::get(&context, GPUSpace::shared, 4, 2, 16, {},
                                       {}, window));
  }
  int64_t one = shared;
  stackStages(op, reads, /*stages=*/3, shared);
  EXPECT_EQ(shared, 3 * llvm::alignTo(one, GPUMachine::sharedAlignment));
  for (GPUAccessAttr read : reads) {
    EXPECT_EQ(read.getWindow().getCopies(), 3);
    EXPECT_EQ(read.getWindow().getApart() * 4 * 3, shared);
  }
}

TEST_F(WindowLayoutTest, NeighboursCopyTheElementsThatLieTogether) {
  // A word at a time: along the terms of A, along the outputs of B.
  ComputeOp op = matmul(256, 256, 256).op;
  auto word = GPUAccessAttr::get(&context, GPUSpace::shared, 1, 0, 4, {}, {},
                                 GPUWindowAttr());
  EXPECT_EQ(findCopyAxis(op, axes, {0, 2}, /*operand=*/0, word), 2);
  EXPECT_EQ(findCopyAxis(op, axes, {1, 2}, /*operand=*/1, word), 1);
}
