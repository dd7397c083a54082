//===- StreamBandwidthTest.cpp - Bandwidth by order of access -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// How many times as long as in one go the bytes of a stream take, and that the
// schedule with the least of it is chosen.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Schedule/StreamBandwidth.h"

#include "ParseNest.h"

using namespace neo;

namespace {
class StreamBandwidthTest : public NestTest {
protected:
  /// y[i] = sum_k A[i, k] * x[k].
  LoopNest matrixVector(int64_t rows, int64_t columns) {
    std::string m = std::to_string(rows), k = std::to_string(columns);
    return product(m + "x" + k + "xf32", k + "xf32",
                   "[i: " + m + "] sum [k: " + k + "] %A[i, k], %B[k]",
                   m + "xf32");
  }
  /// The slowdown of operand `number` in tiles of so many rows.
  static double slowdown(const LoopNest &nest, int64_t rows,
                         unsigned number = 0) {
    Schedule schedule = scheduled(
        nest, "vector [k: 16] tile [i: " + std::to_string(rows) + "]");
    const NestOperand &operand = nest.operands[number];
    return slowdownOfStream(nest, schedule, operand.access, operand.type);
  }
  static int64_t chosenRows(const LoopNest &nest) {
    return chooseSchedule(nest, TargetModel()).tile[find(nest, "i")];
  }
  /// The slowdown of the result of `nest` with loops in the order of `text`.
  static double slowdownOfResult(const LoopNest &nest, const std::string &text,
                                 bool near = false) {
    Schedule schedule = scheduled(nest, text);
    ComputeOp op = nest.op;
    return slowdownOfOrder(nest, schedule, nest.output, op.getType(),
                           schedule.order, near);
  }
};
} // namespace

// The hardware prefetcher follows four streams.
TEST_F(StreamBandwidthTest, FourRowsOfAMatrixAreReadAtOnce) {
  LoopNest nest = matrixVector(500, 700);
  EXPECT_EQ(slowdown(nest, 4), 1);
  EXPECT_GT(slowdown(nest, 2), 1);
  EXPECT_GT(slowdown(nest, 8), 1);
  EXPECT_EQ(chosenRows(nest), 4);
}

TEST_F(StreamBandwidthTest, TwoRowsOfEachOfTwoMatrices) {
  LoopNest nest =
      product("500x700xf32", "500x700xf32",
              "[i: 500] sum [k: 700] %A[i, k], %B[i, k]", "500xf32");
  for (unsigned operand : {0, 1}) {
    EXPECT_EQ(slowdown(nest, 2, operand), 1);
    EXPECT_GT(slowdown(nest, 4, operand), 1);
  }
  EXPECT_EQ(chosenRows(nest), 2);
}

// Rows of 4 KiB conflict in the sets of the first-level cache.
TEST_F(StreamBandwidthTest, TwoRowsThatLieAPageApart) {
  LoopNest nest = matrixVector(500, 1024);
  EXPECT_EQ(slowdown(nest, 2), 1);
  EXPECT_GT(slowdown(nest, 4), 1);
  EXPECT_EQ(chosenRows(nest), 2);
}

// What no cache keeps takes longer, and more of it is on its way.
TEST_F(StreamBandwidthTest, EightRowsFromMemory) {
  LoopNest nest = matrixVector(4000, 3000);
  EXPECT_EQ(slowdown(nest, 8), 1);
  EXPECT_GT(slowdown(nest, 4), 1);
  EXPECT_GT(slowdown(nest, 12), 1);
  EXPECT_EQ(chosenRows(nest), 8);
}

TEST_F(StreamBandwidthTest, ATensorReadAloneIsOneStream) {
  LoopNest nest =
      unary("4096x3072xf32", "[i: 4096] sum [k: 3072] %A[i, k]", "4096xf32");
  EXPECT_EQ(slowdown(nest, 1), 1);
  EXPECT_GT(slowdown(nest, 4), 1);
  EXPECT_EQ(chosenRows(nest), 1);
}

// A dense layer's gradient for a batch of two: no operand is a stream.
TEST_F(StreamBandwidthTest, OnlyTheResultIsAStream) {
  LoopNest nest =
      product("512x2xf32", "2x512xf32",
              "[i: 512, j: 512] sum [k: 2] %A[i, k], %B[k, j]", "512x512xf32");
  ComputeOp op = nest.op;
  auto slowdownOf = [&](const std::string &tile) {
    Schedule schedule = scheduled(nest, "vector [j: 16] tile " + tile);
    return slowdownOfStream(nest, schedule, nest.output, op.getType());
  };
  EXPECT_EQ(slowdownOf("[i: 4]"), 1);
  EXPECT_GT(slowdownOf("[i: 8]"), 1);
  EXPECT_EQ(checkSchedule(nest, chooseSchedule(nest, TargetModel())), "");
}

// Read once, the row would be written to thirty streams alternately.
TEST_F(StreamBandwidthTest, RowsThatAreWrittenContinueOneByOne) {
  LoopNest nest =
      unary("100000xf32", "[i: 30, j: 100000] %A[j]", "30x100000xf32");
  std::string tile = "vector [j: 16] tile [i: 6] ";
  EXPECT_LT(slowdownOfResult(nest, tile + "order [i, j]"), 1.5);
  EXPECT_GT(slowdownOfResult(nest, tile + "order [j, i]"), 10);
  Schedule chosen = chooseSchedule(nest, TargetModel());
  EXPECT_EQ(chosen.order, scheduled(nest, "order [i, j]").order);
  EXPECT_EQ(chosen.tile[find(nest, "i")], 6);
}

// Panels one after the other would take pieces of every row.
TEST_F(StreamBandwidthTest, RowsAreReadAsTheyLieIntoPanels) {
  LoopNest nest = unary("12x512x512xf32",
                        "[p: 8, i: 12, j: 512, l: 64] %A[i, j, 64 * p + l]",
                        "8x12x512x64xf32");
  Schedule chosen = chooseSchedule(nest, TargetModel());
  EXPECT_EQ(chosen.order, scheduled(nest, "order [i_j, p, l]").order);
  EXPECT_EQ(chosen.tile[find(nest, "l")], 4);
}

// Rows of 912 bytes are parts of cache lines, which are read before they are
// written: of planes that no cache keeps, several at once are faster.
TEST_F(StreamBandwidthTest, SeveralPlanesOfPartsOfLines) {
  TargetModel near;
  near.nearStreams = true;
  auto padded = [&](const std::string &planes) {
    return unary(planes + "x224x224xf32",
                 "[i: " + planes +
                     ", y: 228, x: 228] %A[i, y - 2, x - 2] if (y - 2 >= 0, "
                     "y < 226, x - 2 >= 0, x < 226) else 0.0",
                 planes + "x228x228xf32");
  };
  std::string several = "vector [x: 16] tile [i: 4] order [i, y, x]";
  std::string one = "vector [x: 16] tile [x: 4] order [i, y, x]";
  LoopNest far = padded("64");
  EXPECT_LT(slowdownOfResult(far, several, /*near=*/true), 1);
  EXPECT_EQ(slowdownOfResult(far, one, /*near=*/true), 1);
  EXPECT_GE(chooseSchedule(far, near).tile[find(far, "i")], 4);
  LoopNest cached = padded("16");
  EXPECT_GT(slowdownOfResult(cached, several, /*near=*/true), 1);
  EXPECT_EQ(chooseSchedule(cached, near).tile[find(cached, "i")], 1);
}
