//===- AccessPlanTest.cpp - How the lanes of an operand are read ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each kind of read, once with nothing to guard it and once under guards that
// move with the lanes, that do not, and that divide.
//
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/AccessPlan.h"

using namespace mlir;
using namespace neo;

namespace {
class AccessPlanTest : public NestTest {
protected:
  /// The plan of the one operand that `header` reads of a tensor `a`, for the
  /// schedule `text`.
  AccessPlan plan(const std::string &a, const std::string &header,
                  const std::string &result, const std::string &text) {
    nest = LoopNest::getUnmerged(unary(a, header, result).op);
    schedule = scheduled(nest, text);
    return AccessPlan(nest, schedule, nest.operands.front());
  }

  /// How the vector is read in which loop 0 has `value`, of a guard of which
  /// nothing is known.
  VectorRead readAt(const AccessPlan &plan, int64_t value = 0) {
    VectorStep step = firstStep(nest, schedule);
    step.values[0] = value;
    return plan.at(step);
  }

  using Places = SmallVector<int64_t>;
  using Lanes = SmallVector<bool>;

  LoopNest nest;
  Schedule schedule;
};
} // namespace

TEST_F(AccessPlanTest, OneElementIsBroadcast) {
  AccessPlan free =
      plan("40xf32", "[i: 40, j: 32] %A[i]", "40x32xf32", "vector [j: 8]");
  EXPECT_EQ(free.kind(), ReadKind::broadcast);
  EXPECT_EQ(free.guard(), GuardScope::none);
  AccessPlan lanes =
      plan("40xf32", "[i: 40, j: 32] %A[i] if (j mod 5 - 2 >= 0) else 0.0",
           "40x32xf32", "vector [j: 8]");
  EXPECT_EQ(lanes.kind(), ReadKind::broadcast);
  EXPECT_EQ(lanes.guard(), GuardScope::lanes);
  AccessPlan shared =
      plan("40xf32", "[i: 40, j: 32] %A[i] if (i - 3 >= 0) else 0.0",
           "40x32xf32", "vector [j: 8]");
  EXPECT_EQ(shared.guard(), GuardScope::vector);
}

TEST_F(AccessPlanTest, NeighboursAreOneRun) {
  AccessPlan free = plan("32xf32", "[j: 32] %A[j]", "32xf32", "vector [j: 8]");
  EXPECT_EQ(free.kind(), ReadKind::runs);
  EXPECT_EQ(readAt(free).length, 8);
  AccessPlan guarded =
      plan("32xf32", "[j: 40] %A[j - 4] if (j - 4 >= 0, 35 - j >= 0) else 0.0",
           "40xf32", "vector [j: 8]");
  EXPECT_EQ(readAt(guarded).kind, ReadKind::runs);
  EXPECT_EQ(guarded.guard(), GuardScope::lanes);
}

TEST_F(AccessPlanTest, ShortRunsAreReadOneByOne) {
  AccessPlan free = plan("8x100xf32", "[i: 8, j: 4] %A[i, j]", "8x4xf32",
                         "vector [i: 2, j: 4]");
  EXPECT_EQ(free.layout(), LaneAccess::chunked);
  EXPECT_EQ(readAt(free).length, free.kind() == ReadKind::runs ? 4 : 8);
  // Windows are read whole, and a dynamic guard may vary inside.
  AccessPlan guarded =
      plan("8x100xf32", "[i: 8, j: 4] %A[i, j] if (i - j >= 0) else 0.0",
           "8x4xf32", "vector [i: 2, j: 4]");
  EXPECT_EQ(readAt(guarded).kind, ReadKind::runs);
  EXPECT_EQ(readAt(guarded).length, 4);
}

TEST_F(AccessPlanTest, LanesApartAreARange) {
  AccessPlan free =
      plan("64xf32", "[j: 32] %A[2 * j]", "32xf32", "vector [j: 8]");
  EXPECT_EQ(readAt(free).kind, ReadKind::strided);
  EXPECT_EQ(readAt(free).length, 2);
  for (std::string guard : {"j mod 5 - 3 >= 0", "j floordiv 3 - 2 >= 0"}) {
    AccessPlan guarded =
        plan("64xf32", "[j: 32] %A[2 * j] if (" + guard + ") else 1.0",
             "32xf32", "vector [j: 8]");
    EXPECT_EQ(readAt(guarded).kind, ReadKind::strided);
    EXPECT_EQ(guarded.guard(), GuardScope::lanes);
  }
}

TEST_F(AccessPlanTest, LanesFarApartAreReadOneByOne) {
  std::string sum = "[j: 32] sum [k: 40] %A[j, k]";
  AccessPlan free = plan("32x40xf32", sum, "32xf32", "vector [j: 8]");
  EXPECT_EQ(readAt(free).kind, ReadKind::lanes);
  AccessPlan guarded =
      plan("32x40xf32", sum + " if ((j + k) mod 7 - 2 >= 0) else 0.0", "32xf32",
           "vector [j: 8]");
  EXPECT_EQ(readAt(guarded).kind, ReadKind::lanes);
  EXPECT_EQ(guarded.guard(), GuardScope::lanes);
}

TEST_F(AccessPlanTest, ReversedLanesAreAWindow) {
  AccessPlan free =
      plan("32xf32", "[j: 32] %A[31 - j]", "32xf32", "vector [j: 8]");
  EXPECT_EQ(free.kind(), ReadKind::placed);
  VectorRead read = readAt(free);
  EXPECT_EQ(read.kind, ReadKind::windows);
  EXPECT_EQ(read.places, Places({0, -1, -2, -3, -4, -5, -6, -7}));
  EXPECT_FALSE(read.base);
  AccessPlan guarded =
      plan("32xf32", "[j: 32] %A[31 - j] if (j mod 3 - 1 >= 0) else 0.0",
           "32xf32", "vector [j: 8]");
  EXPECT_EQ(readAt(guarded).kind, ReadKind::lanes);
  // Where the emitter knows that it holds, it is a window again.
  EXPECT_EQ(guarded.at(firstStep(nest, schedule), GuardState::holds).kind,
            ReadKind::windows);
}

TEST_F(AccessPlanTest, DividedLanesAreAWindowUnderTheirGuard) {
  AccessPlan guarded =
      plan("16xf32", "[z: 32] %A[z floordiv 2] if (z mod 2 == 0) else 0.0",
           "32xf32", "vector [z: 8] tile [z: 2]");
  EXPECT_TRUE(guarded.isDividedInPlace());
  VectorRead first = readAt(guarded), second = readAt(guarded, 8);
  EXPECT_EQ(first.kind, ReadKind::windows);
  EXPECT_EQ(first.places, Places({0, 0, 1, 0, 2, 0, 3, 0}));
  ASSERT_TRUE(first.wanted);
  EXPECT_EQ(*first.wanted,
            Lanes({true, false, true, false, true, false, true, false}));
  EXPECT_EQ(second.places, Places({4, 4, 5, 4, 6, 4, 7, 4}));
  EXPECT_TRUE(second.base);
}

TEST_F(AccessPlanTest, AGuardThatIsAskedKeepsPartsApart) {
  std::string access = "[i: 40, c: 32] %A[i + (c mod 3), c]";
  std::string rows = "vector [c: 8] tile [c: 4]";
  AccessPlan free = plan("42x32xf32", access, "40x32xf32", rows);
  EXPECT_EQ(readAt(free).kind, ReadKind::shifts);
  std::string near = "[i: 40, c: 32] %A[i, 8 * (c floordiv 8) + (c + 3) mod 8]";
  EXPECT_EQ(readAt(plan("40x32xf32", near, "40x32xf32", rows)).kind,
            ReadKind::windows);
  AccessPlan guarded =
      plan("40x32xf32", near + " if (c - i >= 0) else 0.0", "40x32xf32", rows);
  EXPECT_EQ(readAt(guarded).kind, ReadKind::shifts);
  EXPECT_FALSE(readAt(guarded).wanted);
}

TEST_F(AccessPlanTest, NothingIsReadWhereNoLaneWants) {
  AccessPlan guarded = plan(
      "16xf32",
      "[i: 2, z: 32] %A[z floordiv 2] if (i mod 2 == 0, z mod 32 - 8 >= 0) "
      "else 0.0",
      "2x32xf32", "vector [z: 8] tile [i: 2, z: 4]");
  VectorStep step = firstStep(nest, schedule);
  EXPECT_EQ(guarded.at(step).kind, ReadKind::pad);
  step.values[1] = 8;
  EXPECT_EQ(guarded.at(step).kind, ReadKind::windows);
  step.values[0] = 1;
  EXPECT_EQ(guarded.at(step).kind, ReadKind::pad);
  EXPECT_EQ(guarded.at(step, GuardState::fails).kind, ReadKind::pad);
}

TEST_F(AccessPlanTest, AStepThatIsNotEnteredIsNotPlaced) {
  AccessPlan free = plan("64x8xf32", "[d: 8] sum [k: 64] %A[k, (k + d) mod 8]",
                         "8xf32", "vector [d: 8] unroll [k]");
  VectorStep step = firstStep(nest, schedule);
  step.values[1] = 3;
  EXPECT_EQ(free.at(step).kind, ReadKind::windows);
  EXPECT_EQ(free.at(step).places, Places({0, 1, 2, 3, 4, -3, -2, -1}));
  step.unknown.resize(2);
  step.unknown.set(1);
  EXPECT_EQ(free.at(step).kind, ReadKind::lanes);
}

TEST_F(AccessPlanTest, ShortRowsArePieces) {
  std::string sum = "[p: 6, q: 7] sum [r: 3] %A[p, q + r - 1]";
  AccessPlan guarded =
      plan("6x7xf32", sum + " if (q + r - 1 >= 0, 7 - q - r >= 0) else 0.0",
           "6x7xf32", "vector [p: 2, q: 8] unroll [r]");
  EXPECT_EQ(readAt(guarded).kind, ReadKind::pieces);
  EXPECT_EQ(guarded.piece()->span, 7);
  // A condition on more than the row leaves them.
  AccessPlan crossing = plan("6x7xf32",
                             sum + " if (q + r - 1 >= 0, 7 - q - r >= 0, "
                                   "p - q >= 0) else 0.0",
                             "6x7xf32", "vector [p: 2, q: 8] unroll [r]");
  EXPECT_NE(readAt(crossing).kind, ReadKind::pieces);
  EXPECT_EQ(crossing.guard(), GuardScope::lanes);
}

TEST_F(AccessPlanTest, AGuardKeepsRunsFromBeingTransposed) {
  std::string copy = "[j: 32, i: 32] %A[i, j]";
  std::string square = "vector [i: 8] tile [j: 8]";
  AccessPlan free = plan("32x32xf32", copy, "32x32xf32", square);
  EXPECT_EQ(free.transposedLoop(), find(nest, "j"));
  AccessPlan guarded = plan("32x32xf32", copy + " if (i - j >= 0) else 0.0",
                            "32x32xf32", square);
  EXPECT_FALSE(guarded.transposedLoop());
}

TEST_F(AccessPlanTest, APackedOperandIsSaidToBe) {
  nest = matmul(64, 64, 64);
  schedule = scheduled(nest, "vector [j: 8] tile [i: 4, j: 2] order [i, j] "
                             "pack [1]");
  EXPECT_FALSE(AccessPlan(nest, schedule, nest.operands[0]).isPacked());
  EXPECT_TRUE(AccessPlan(nest, schedule, nest.operands[1]).isPacked());
  // Neither is one that the nest does not list.
  NestOperand other = nest.operands[1];
  EXPECT_FALSE(AccessPlan(nest, schedule, other).isPacked());
}

TEST_F(AccessPlanTest, EdgesAreMetWhereAGuardAsksForThem) {
  AccessPlan guarded = plan("40x32xf32",
                            "[i: 40, c: 32] %A[i + c mod 3 - 1, c] if "
                            "(i + c mod 3 - 1 >= 0, 40 - i - c mod 3 >= 0) "
                            "else 0.0",
                            "40x32xf32", "vector [c: 8] tile [c: 4]");
  EXPECT_TRUE(meetsEdges(nest, schedule, find(nest, "i")));
  EXPECT_TRUE(guarded.isGuardDecided());
  plan("40x32xf32", "[i: 40, c: 32] %A[i, c]", "40x32xf32", "vector [c: 8]");
  EXPECT_FALSE(meetsEdges(nest, schedule, 0));
}

TEST_F(AccessPlanTest, VectorsWhereABoundFailsReadNothing) {
  auto share = [&](const std::string &guard, const std::string &text) {
    return plan("62xf32", "[j: 62] %A[j] if (" + guard + ") else 0.0", "62xf32",
                text)
        .shareOfReads();
  };
  EXPECT_EQ(share("j < 3", "vector [j: 16] tile [j: 4]"), 0.25);
  EXPECT_EQ(share("j >= 20", "vector [j: 16] tile [j: 4]"), 0.75);
  EXPECT_EQ(share("j >= 3, j < 59", "vector [j: 16] tile [j: 4]"), 1);
  // Of a part of the loop it is not known which.
  EXPECT_EQ(share("j < 3", "vector [j: 16] tile [j: 2]"), 1);
}
