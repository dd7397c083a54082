//===- DefaultScheduleTest.cpp - What is chosen, and that it is legal -----===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Which loops fill the lanes and which are unrolled follows from the structure
// of an operator; the numbers are the model's and are not tested. For every
// operator and machine the schedule is one that the emitter can carry out.
//
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

namespace {
class DefaultScheduleTest : public NestTest {
protected:
  LoopNest convolution() {
    return product("1x64x58x58xf32", "64x64x3x3xf32",
                   "[b: 1, k: 64, p: 56, q: 56] sum [c: 64, r: 3, s: 3] "
                   "%A[b, c, p + r, q + s], %B[k, c, r, s]",
                   "1x64x56x56xf32");
  }
  LoopNest capsuleConvolution() {
    return product("8x16x13x13x4x4xf32", "16x16x3x3x4x4xf32",
                   "[b: 8, k: 16, p: 6, q: 6, i: 4, j: 4] "
                   "sum [c: 16, r: 3, s: 3, m: 4] "
                   "%A[b, c, 2 * p + r, 2 * q + s, i, m], "
                   "%B[k, c, r, s, m, j]",
                   "8x16x6x6x4x4xf32");
  }
  LoopNest elementwise(const std::string &n) {
    return unary(n + "xf32", "[i: " + n + "] %A[i]", n + "xf32");
  }
  LoopNest rowSum(const std::string &rows, const std::string &columns) {
    std::string type = rows + "x" + columns + "xf32";
    return unary(type, "[i: " + rows + "] sum [k: " + columns + "] %A[i, k]",
                 rows + "xf32");
  }

  void expectLegal(const LoopNest &nest, const TargetModel &machine);
  void expectLegalLanes(const LoopNest &nest, const Schedule &schedule);

  /// The loop that fills the lanes alone.
  std::string laneLoop(const LoopNest &nest, const Schedule &schedule) {
    if (schedule.vector.size() != 1)
      return schedule.str(nest);
    return nest.loops[schedule.vector[0].loop].name;
  }

  TargetModel target;
};
} // namespace

/// Lanes of one kind; several loops fill them only without a remainder.
void DefaultScheduleTest::expectLegalLanes(const LoopNest &nest,
                                           const Schedule &schedule) {
  bool several = schedule.vector.size() > 1;
  for (const VectorPart &part : schedule.vector) {
    EXPECT_GE(part.lanes, 2);
    EXPECT_EQ(nest.loops[part.loop].isReduction, schedule.reducesLanes(nest));
    if (several)
      EXPECT_EQ(nest.loops[part.loop].extent % schedule.step(part.loop), 0);
  }
}

void DefaultScheduleTest::expectLegal(const LoopNest &nest,
                                      const TargetModel &machine) {
  Schedule schedule = chooseSchedule(nest, machine);
  SCOPED_TRACE(loops(nest) + " by " + schedule.str(nest));
  EXPECT_LE(schedule.lanes() * 4, machine.vectorBytes);
  expectLegalLanes(nest, schedule);
  ASSERT_EQ(schedule.tile.size(), nest.loops.size());
  int64_t accumulators = 1, peeled = 0;
  // The blocks of a reduction may be walked among the output loops.
  SmallVector<unsigned> outputs, order;
  for (unsigned loop : schedule.order)
    if (loop != schedule.blockedLoop)
      order.push_back(loop);
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    EXPECT_GE(schedule.tile[loop], 1);
    if (info.isReduction) {
      EXPECT_EQ(schedule.tile[loop], 1);
      continue;
    }
    outputs.push_back(loop);
    accumulators *= schedule.tile[loop];
    // Steps past whole tiles have code of their own.
    int64_t steps = llvm::divideCeil(info.extent, schedule.lanesOf(loop));
    peeled += steps % schedule.tile[loop] != 0;
  }
  EXPECT_LT(accumulators, machine.vectorRegisters);
  EXPECT_LE(peeled, 1);
  llvm::sort(order);
  EXPECT_EQ(order, outputs);
  EXPECT_LE(schedule.parallelLoops, outputs.size());
  if (!schedule.blockedLoop)
    return;
  const NestLoop &blocked = nest.loops[*schedule.blockedLoop];
  EXPECT_TRUE(blocked.isReduction);
  EXPECT_EQ(blocked.extent % schedule.block, 0);
  EXPECT_EQ(schedule.block % schedule.step(*schedule.blockedLoop), 0);
}

TEST_F(DefaultScheduleTest, MatmulTilesRowsAndFillsLanesWithColumns) {
  LoopNest nest = matmul(512, 512, 512);
  Schedule schedule = chooseSchedule(nest, target);
  EXPECT_EQ(laneLoop(nest, schedule), "j");
  EXPECT_EQ(schedule.lanes(), 16);
  EXPECT_GE(schedule.tile[find(nest, "i")], 4);
  EXPECT_FALSE(schedule.reducesLanes(nest));
}

TEST_F(DefaultScheduleTest, NarrowMachinesGetNarrowVectors) {
  LoopNest nest = matmul(512, 512, 512);
  target.vectorBytes = 32;
  target.vectorRegisters = 16;
  Schedule schedule = chooseSchedule(nest, target);
  EXPECT_EQ(laneLoop(nest, schedule), "j");
  EXPECT_EQ(schedule.lanes(), 8);
}

TEST_F(DefaultScheduleTest, ConvolutionFillsLanesWithARow) {
  LoopNest nest = convolution();
  Schedule schedule = chooseSchedule(nest, target);
  EXPECT_EQ(laneLoop(nest, schedule), "q");
  EXPECT_GE(schedule.tile[find(nest, "k")], 4);
}

TEST_F(DefaultScheduleTest, ElementwiseFillsLanesWithItsOneLoop) {
  LoopNest nest = elementwise("100000");
  Schedule schedule = chooseSchedule(nest, target);
  EXPECT_EQ(laneLoop(nest, schedule), "i");
  EXPECT_EQ(schedule.lanes(), 16);
  EXPECT_EQ(schedule.parallelLoops, 1u);
}

TEST_F(DefaultScheduleTest, LongRowsAreSummedAcrossLanes) {
  LoopNest nest = rowSum("8", "100000");
  Schedule schedule = chooseSchedule(nest, target);
  EXPECT_EQ(laneLoop(nest, schedule), "k");
  EXPECT_TRUE(schedule.reducesLanes(nest));
}

TEST_F(DefaultScheduleTest, ColumnsAreSummedInTheirLanes) {
  LoopNest nest =
      unary("1024x512xf32", "[j: 512] sum [k: 1024] %A[k, j]", "512xf32");
  Schedule schedule = chooseSchedule(nest, target);
  EXPECT_EQ(laneLoop(nest, schedule), "j");
  EXPECT_FALSE(schedule.reducesLanes(nest));
}

TEST_F(DefaultScheduleTest, CapsulesFillLanesWithTheirPoses) {
  LoopNest nest = capsuleConvolution();
  Schedule schedule = chooseSchedule(nest, target);
  ASSERT_FALSE(schedule.vector.empty());
  EXPECT_EQ(nest.loops[schedule.vector.back().loop].name, "j")
      << schedule.str(nest);
  EXPECT_FALSE(schedule.reducesLanes(nest));
}

TEST_F(DefaultScheduleTest, PositionsAreFoundInTheLanesOfARow) {
  LoopNest nest = parse("%A: tensor<64x100xf32>",
                        "[i: 64] argmax [k: 100] %A[i, k] : "
                        "(tensor<64x100xf32>) -> tensor<64xi64>",
                        "^bb0(%a: f32):\nneo.yield %a : f32");
  EXPECT_TRUE(chooseSchedule(nest, target).reducesLanes(nest));
  expectLegal(nest, target);
}

TEST_F(DefaultScheduleTest, EverythingChosenIsLegal) {
  TargetModel avx2, sse;
  avx2.vectorBytes = 32;
  sse.vectorBytes = 16;
  avx2.vectorRegisters = sse.vectorRegisters = 16;
  for (const TargetModel &machine : {target, avx2, sse}) {
    for (int64_t n : {1, 2, 7, 16, 17, 33, 512}) {
      expectLegal(matmul(n, n, n), machine);
      expectLegal(matmul(3, n, 1024), machine);
      expectLegal(matmul(n, 2, 5), machine);
      expectLegal(elementwise(std::to_string(n)), machine);
      expectLegal(rowSum("6", std::to_string(n)), machine);
    }
    expectLegal(matmul(8, 0, 8), machine);
    expectLegal(matmul(8, 8, 0), machine);
    expectLegal(convolution(), machine);
    expectLegal(capsuleConvolution(), machine);
  }
}

/// Of what comes from memory, unasked, a tile reads a row on and not a vector
/// of many rows; of what caches hold it may.
TEST_F(DefaultScheduleTest, TilesOfLargeTensorsGoAlongRows) {
  auto gradient = [&](const std::string &planes) {
    return product("3x4x4x" + planes + "xf32", planes + "x227x227xf32",
                   "[c: 3, y: 224, x: 224] sum [k: " + planes +
                       ", t: 4, u: 4] %A[c, t, u, k], "
                       "%B[k, y - t + 3, x - u + 3]",
                   "3x224x224xf32");
  };
  LoopNest nest = gradient("64");
  Schedule schedule = chooseSchedule(nest, target);
  EXPECT_EQ(laneLoop(nest, schedule), "x") << schedule.str(nest);
  EXPECT_EQ(schedule.tile[find(nest, "y")], 1) << schedule.str(nest);
}

TEST_F(DefaultScheduleTest, SchedulesSayWhatTheyAre) {
  LoopNest nest = matmul(64, 64, 256);
  Schedule schedule;
  schedule.vector = {{1, 16}};
  schedule.tile = {8, 2, 1};
  schedule.order = {1, 0};
  schedule.parallelLoops = 1;
  EXPECT_EQ(schedule.str(nest),
            "vector [j: 16] tile [i: 8, j: 2] order [j, i] parallel 1");
  schedule.blockedLoop = 2;
  schedule.block = 64;
  EXPECT_EQ(schedule.str(nest), "vector [j: 16] tile [i: 8, j: 2] order "
                                "[j, i] parallel 1 block [k: 64]");
  EXPECT_EQ(schedule.step(0), 8);
  EXPECT_EQ(schedule.step(1), 32);
}
