//===- CacheCostTest.cpp - Traffic, conflicts and misses of schedules -----===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What the model predicts for two schedules of an operator, of which one uses a
// cache, the TLB or the registers better, and that it chooses such a one.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Schedule/PanelBlocks.h"
#include "../../lib/Schedule/ScheduleCost.h"

#include "ParseNest.h"

#include "Neo/Schedule/TrafficModel.h"

using namespace neo;

namespace {
class CacheCostTest : public NestTest {
protected:
  using Cost = double (ScheduleCost::*)(const Schedule &) const;

  double predict(const LoopNest &nest, Cost cost, const std::string &text) {
    return (ScheduleCost(nest, target).*cost)(scheduled(nest, text));
  }
  double traffic(const LoopNest &nest, const std::string &text) {
    Schedule schedule = scheduled(nest, text);
    return predictTraffic(nest, schedule, schedule.order, target);
  }
  double farRows(const LoopNest &nest, const std::string &text) {
    return costOfEvictedWindows(nest, scheduled(nest, text));
  }
  std::string chosen(const LoopNest &nest) {
    return chooseSchedule(nest, target).str(nest);
  }
  static bool has(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }

  /// Weighted sums of rows by matrices of 512 x 512, for so many heads.
  LoopNest heads(int64_t count) {
    std::string h = std::to_string(count);
    return product(h + "x512x64xf32", h + "x512x512xf32",
                   "[h: " + h +
                       ", j: 512, k: 64] sum [i: 512] "
                       "%A[h, i, k], %B[h, i, j]",
                   h + "x512x64xf32");
  }
  /// A matrix with rows of so many elements times one with 32 columns.
  LoopNest narrow(int64_t columns) {
    std::string k = std::to_string(columns);
    return product("1024x" + k + "xf32", k + "x32xf32",
                   "[i: 1024, b: 32] sum [j: " + k + "] %A[i, j], %B[j, b]",
                   "1024x32xf32");
  }
  /// A 3 x 3 window over `channels` of `size` x `size`, with weights in panels.
  LoopNest window(int64_t channels, int64_t size, int64_t panels,
                  int64_t width) {
    auto str = [](int64_t number) { return std::to_string(number); };
    std::string c = str(channels), n = str(size), k = str(panels * width);
    std::string w = str(width), in = str(size + 2);
    return product(c + "x" + in + "x" + in + "xf32",
                   str(panels) + "x" + c + "x3x3x" + w + "xf32",
                   "[k: " + k + ", p: " + n + ", q: " + n + "] sum [c: " + c +
                       ", r: 3, s: 3] %A[c, p + r, q + s], %B[k floordiv " + w +
                       ", c, r, s, k mod " + w + "]",
                   k + "x" + n + "x" + n + "xf32");
  }

  TargetModel target;
};
} // namespace

// A tile down the 512 rows of a head visits 256 pages, in blocks few enough to
// be found again. A quarter of the heads is within the reach of the second TLB.
TEST_F(CacheCostTest, BlocksOfRowsSaveTLBMisses) {
  std::string tile = "vector [k: 16] tile [j: 6, k: 4] order [h, j, k]";
  EXPECT_GT(predict(heads(12), &ScheduleCost::tlbMisses, tile), 1e6);
  EXPECT_EQ(
      predict(heads(12), &ScheduleCost::tlbMisses, tile + " block [i: 64]"), 0);
  EXPECT_EQ(predict(heads(3), &ScheduleCost::tlbMisses, tile), 0);
  EXPECT_TRUE(has(chosen(heads(12)), "block [i: 64]"));
  EXPECT_FALSE(has(chosen(heads(3)), "block"));
}

// Rows of 4 KiB: 64 of them are the pages that the first TLB holds.
TEST_F(CacheCostTest, BlocksAreAsLongAsTheTLBReaches) {
  LoopNest nest = product("8192x1024xf32", "8192x32xf32",
                          "[b: 32, j: 1024] sum [k: 8192] %A[k, j], %B[k, b]",
                          "32x1024xf32");
  std::string tile = "vector [j: 16] tile [b: 8, j: 2] block ";
  EXPECT_EQ(predict(nest, &ScheduleCost::tlbMisses, tile + "[k: 64]"), 0);
  EXPECT_GT(predict(nest, &ScheduleCost::tlbMisses, tile + "[k: 128]"), 1e6);
  EXPECT_TRUE(has(chosen(nest), "block [k: 64]"));
}

// Rows 4 KiB apart conflict in the first-level cache, which has eight ways;
// rows of 4160 bytes are in many sets.
TEST_F(CacheCostTest, RowsAPageApartConflict) {
  std::string few = "vector [b: 16] tile [i: 8, b: 2]";
  std::string many = "vector [b: 16] tile [i: 14, b: 2]";
  auto lines = [&](int64_t columns, const std::string &text) {
    return predict(narrow(columns), &ScheduleCost::l2Traffic, text);
  };
  EXPECT_GT(lines(1024, many), 5 * lines(1024, few));
  EXPECT_LT(lines(1040, many), 1.25 * lines(1040, few));
  EXPECT_TRUE(has(chosen(narrow(1024)), "tile [i: 8, b: 2]"));
  EXPECT_TRUE(has(chosen(narrow(1040)), "tile [i: 14, b: 2]"));
}

// Four vectors of one panel are contiguous, those of four panels are not.
TEST_F(CacheCostTest, VectorsOfOnePanelAreCheaper) {
  LoopNest nest = product("32x2048x64xf32", "32x2048x64xf32",
                          "[k: 2048, j: 2048] sum [i: 2048] "
                          "%A[k floordiv 64, i, k mod 64], "
                          "%B[j floordiv 64, i, j mod 64]",
                          "2048x2048xf32");
  std::string one = "vector [j_inner: 16] tile [k_inner: 6, j_inner: 4]";
  std::string four = "vector [j_inner: 16] tile [k_inner: 6, j_outer: 4]";
  EXPECT_LT(2 * predict(nest, &ScheduleCost::l2Traffic, one),
            predict(nest, &ScheduleCost::l2Traffic, four));
  EXPECT_EQ(predict(nest, &ScheduleCost::exposedLatency, one), 0);
  EXPECT_GT(predict(nest, &ScheduleCost::exposedLatency, four), 0);
  EXPECT_TRUE(has(chosen(nest), "vector [j_inner: 16] tile [k_inner: "));
  EXPECT_FALSE(has(chosen(nest), "j_outer: "));
}

// A panel of 1024 rows of 48 columns takes 196 KB; a block of it stays in the
// first-level cache.
TEST_F(CacheCostTest, LargePanelsAreFilledInBlocks) {
  LoopNest nest = product("1024x9216xf32", "1024x49xf32",
                          "[m: 9216, n: 49] sum [k: 1024] %A[k, m], %B[k, n]",
                          "9216x49xf32");
  std::string tile = "vector [m: 16] tile [m: 3, n: 9] order [m, ";
  EXPECT_GT(predict(nest, &ScheduleCost::l2Traffic, tile + "n] pack [0]"), 0);
  EXPECT_EQ(predict(nest, &ScheduleCost::l2Traffic,
                    tile + "k, n] block [k: 128] pack [0]"),
            0);
  EXPECT_TRUE(has(chosen(nest), "block [k: "));
  EXPECT_TRUE(has(chosen(nest), "pack [0]"));
}

// 64 pieces of a block that lie 64 KiB apart are few bytes, in few sets of the
// second-level cache.
TEST_F(CacheCostTest, BlocksThatConflictAreFetchedAgain) {
  LoopNest nest = parse(
      "%X: tensor<64x128x256xf32>, %W: tensor<64x256x512xf32>",
      "[o: 8, k: 64, i: 256, c: 64] %W[k, i, 64 * o + c] "
      ": (tensor<64x256x512xf32>) -> tensor<8x64x256x64xf32> {\n"
      "^bb0(%x: f32):\nneo.yield %x : f32\n}\n"
      "%d = neo.compute [b: 128, j: 512] sum [k: 64, i: 256] %X[k, b, i], "
      "%c[j floordiv 64, k, i, j mod 64] : (tensor<64x128x256xf32>, "
      "tensor<8x64x256x64xf32>) -> tensor<128x512xf32>",
      "^bb0(%x: f32, %y: f32):\n%p = arith.mulf %x, %y : f32\n"
      "neo.yield %p : f32");
  std::string tile = "vector [j_inner: 16] tile [b: 14, j_inner: 2] ";
  double pieces =
      traffic(nest, tile + "order [j_outer, i, j_inner, b] block [i: 16]");
  EXPECT_GT(pieces, 4 * traffic(nest, tile + "order [j_outer, k, j_inner, b] "
                                             "block [k: 4]"));
  EXPECT_TRUE(has(chosen(nest), "block [k: "));
}

// A panel of 74 KB passes by a window of 128 channels, and neither is left in
// the first-level cache for the next tile. A block of both stays.
TEST_F(CacheCostTest, BlocksStayBesideAWindow) {
  LoopNest nest = window(128, 56, 16, 16);
  std::string tile = "vector [k_inner: 16] tile [p: 2, q: 7] "
                     "order [k_outer, k_inner, ";
  EXPECT_GT(farRows(nest, tile + "p, q] unroll [r, s]"), 1e6);
  std::string block = tile + "c, p, q] unroll [r, s] block [c: 32]";
  EXPECT_EQ(farRows(nest, block), 0);
  EXPECT_EQ(predict(nest, &ScheduleCost::l2Traffic, block), 0);
  EXPECT_TRUE(has(chosen(nest), "order [k_outer, k_inner, c, p, q] parallel 2 "
                                "unroll [r, s] block [c: 32]"));
}

// Tiles of pixels walk a panel of 590 kB: all of them in blocks of 64 channels.
TEST_F(CacheCostTest, BlocksGoAlongPanels) {
  LoopNest nest = window(512, 7, 16, 32);
  std::string tile = "vector [k_inner: 16] tile [k_inner: 2, q: 7] "
                     "order [k_outer, k_inner, ";
  std::string whole = tile + "p, q] unroll [r, s]";
  std::string block = tile + "c, p, q] unroll [r, s] block [c: 64]";
  EXPECT_LT(traffic(nest, block), traffic(nest, whole));
  EXPECT_GT(farRows(nest, whole), 1e5);
  EXPECT_EQ(farRows(nest, block), 0);
  EXPECT_TRUE(has(chosen(nest), "order [k_outer, k_inner, c, p, q] parallel 2 "
                                "unroll [r, s] block [c: 64]"));
}

// Sixteen pixels two elements apart under seven taps keep 30 values alive
// beside 16 accumulators.
TEST_F(CacheCostTest, ManyPixelsUnderUnrolledTapsSpill) {
  LoopNest nest = product("3x117x117xf32", "3x7x7x64xf32",
                          "[k: 64, p: 56, q: 56] sum [c: 3, r: 7, s: 7] "
                          "%A[c, 2 * p + r, 2 * q + s], %B[c, r, s, k]",
                          "64x56x56xf32");
  auto spills = [&](const std::string &text) {
    return predict(nest, &ScheduleCost::spills, "vector [k: 16] tile " + text);
  };
  EXPECT_GT(spills("[q: 16] unroll [s]"), 40);
  EXPECT_EQ(spills("[q: 8] unroll [s]"), 0);
  EXPECT_EQ(spills("[q: 16]"), 0);
  EXPECT_FALSE(has(chosen(nest), "q: 16") && has(chosen(nest), "unroll"));
}

// Rows of 30 numbers are read once: a copy in panels would not pay.
TEST_F(CacheCostTest, ShortRowsAreSummedAsTheyLie) {
  for (const char *kind : {"sum", "max"}) {
    LoopNest nest = unary(
        "100000x30xf32",
        std::string("[i: 100000] ") + kind + " [j: 30] %A[i, j]", "100000xf32");
    Schedule schedule = chooseSchedule(nest, target);
    EXPECT_EQ(schedule.lanesOf(find(nest, "j")), 16) << kind;
    EXPECT_GE(schedule.tile[find(nest, "i")], 8) << kind;
    EXPECT_TRUE(schedule.packed.empty()) << kind;
  }
}

// Some rows of a column sum are walked along together, ten where eight do not
// divide their number.
TEST_F(CacheCostTest, RowsOfAColumnSumAreWalkedInBlocks) {
  LoopNest nest =
      unary("30x100000xf32", "[j: 100000] sum [i: 30] %A[i, j]", "100000xf32");
  std::string tile = "vector [j: 16] tile [j: 4]";
  EXPECT_LT(2 * traffic(nest, tile + " block [i: 10]"), traffic(nest, tile));
  EXPECT_TRUE(has(chosen(nest), tile + " order [j] parallel 1 block [i: 10]"));
}

// Every tile of a transposed product goes down the columns of A, which are in
// a page each, and all of A passes before it comes again. In blocks with the
// columns outermost they come from L1, of a matrix that fits L2 they do anyway.
TEST_F(CacheCostTest, ColumnsFromBeyondL2AreWaitedFor) {
  auto product = [&](const std::string &n) {
    return this->product(n + "x" + n + "xf32", n + "x" + n + "xf32",
                         "[i: " + n + ", j: " + n + "] sum [k: " + n +
                             "] %A[k, i], %B[k, j]",
                         n + "x" + n + "xf32");
  };
  auto waits = [&](const LoopNest &nest, const std::string &text) {
    return predict(nest, &ScheduleCost::columnLatency,
                   "vector [j: 16] tile [i: 8, j: 3] " + text);
  };
  LoopNest large = product("1000");
  EXPECT_GT(waits(large, "order [j, i]"), 3e7);
  EXPECT_GT(waits(large, "order [j, i] block [k: 128]"), 3e7);
  EXPECT_LT(waits(large, "order [i, j] block [k: 64]"), 2e6);
  EXPECT_EQ(waits(large, "order [j, k, i] block [k: 32] pack [1]"), 0);
  EXPECT_EQ(waits(product("200"), "order [j, i]"), 0);
  EXPECT_TRUE(has(chosen(large), "block"));
}

// Eight rows of a copy that are read two columns at a time, and never again
// while their lines are near.
TEST_F(CacheCostTest, PartsOfLinesAreWaitedForAgain) {
  LoopNest nest = product("64x128x256xf32", "64x256x512xf32",
                          "[b: 128, j: 512] sum [k: 64, i: 256] "
                          "%A[k, b, i], %B[k, i, j]",
                          "128x512xf32");
  std::string tile = "vector [j: 16] tile [b: 8, j: 3] order [j, b] block ";
  EXPECT_GT(predict(nest, &ScheduleCost::columnLatency, tile + "[i: 2]"), 1e7);
  EXPECT_LT(predict(nest, &ScheduleCost::columnLatency, tile + "[i: 128]"),
            1e6);
}

// The partial sums of a tile come from where a result of that size is.
TEST_F(CacheCostTest, LargeResultsWaitForPartialSums) {
  auto each = [&](int64_t n) {
    LoopNest nest = matmul(n, n, 1024);
    return predict(nest, &ScheduleCost::partialResults,
                   "vector [j: 16] tile [i: 8, j: 2] block [k: 256]") /
           double(n * n);
  };
  EXPECT_EQ(each(512), each(256));
  EXPECT_GT(each(1024), 1.2 * each(512));
  EXPECT_GT(each(2048), 1.5 * each(1024));
}

// A panel of whole columns is packed where it fits L2, and else in blocks that
// do: then partial sums are few.
TEST_F(CacheCostTest, PanelsOfMatricesMayFillL2) {
  auto chosenFor = [&](const std::string &k) {
    return chosen(
        product("1500x" + k + "xf32", "1500x" + k + "xf32",
                "[i: 1500, j: 1500] sum [k: " + k + "] %A[i, k], %B[j, k]",
                "1500x1500xf32"));
  };
  EXPECT_TRUE(has(chosenFor("2000"), "pack [1]"));
  EXPECT_FALSE(has(chosenFor("2000"), "block"));
  EXPECT_TRUE(has(chosenFor("8192"), "block [k: 256] pack [1]"));
}
