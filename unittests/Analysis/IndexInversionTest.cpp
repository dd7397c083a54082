//===- IndexInversionTest.cpp - one access pattern per test -----*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Enumeration.h"
#include "ProblemParser.h"

using namespace neo;
using namespace neo::test;

/// The inversion of `access` reads as `expected` and is exact.
static void expectInverse(llvm::StringRef access, llvm::StringRef expected) {
  NamedProblem named = parseProblem(access);
  Inversion inversion = invert(named.problem);
  EXPECT_EQ(toString(inversion, named.loopNames), expected.str());
  EXPECT_TRUE(isExact(named.problem, inversion));
}

TEST(IndexInversion, Transpose) {
  expectInverse("i < 4, j < 5 : A(5, 4)[j, i]", //
                "i = z1, j = z0");
}

TEST(IndexInversion, LoopsThatAreNotRead) {
  expectInverse("i < 4, j < 6 : A(4)[i]", //
                "t0 < 6 : i = z0, j = t0");
}

TEST(IndexInversion, Scalar) {
  expectInverse("i < 4, j < 2 : A()[]", //
                "t0 < 4, t1 < 2 : i = t0, j = t1");
}

TEST(IndexInversion, UnitLoop) {
  expectInverse("i < 1, j < 3 : A(3)[i + j]", //
                "i = 0, j = z0");
}

TEST(IndexInversion, ConstantIndex) {
  expectInverse("i < 4 : A(5)[2]", //
                "t0 < 4 : i = t0 if z0 - 2 == 0");
}

TEST(IndexInversion, NoLoops) {
  expectInverse(": A()[]", "");
  expectInverse(": A(3)[1]", " if z0 - 1 == 0");
}

TEST(IndexInversion, Diagonal) {
  expectInverse("i < 5 : A(5, 5)[i, i]", //
                "i = z0 if z1 - z0 == 0");
}

TEST(IndexInversion, Causal) {
  expectInverse("i < 4, j < 4 : A(4, 4)[i, j] if j <= i",
                "i = z0, j = z1 if z0 - z1 >= 0");
}

TEST(IndexInversion, Flip) {
  expectInverse("i < 7 : A(7)[6 - i]", //
                "i = 6 - z0");
}

TEST(IndexInversion, Roll) {
  expectInverse("i < 7 : A(7)[(i + 3) mod 7]", //
                "i = (z0 + 4) mod 7");
}

TEST(IndexInversion, Slice) {
  expectInverse("i < 4 : A(9)[i + 3]", //
                "i = z0 - 3 if z0 - 3 >= 0, 6 - z0 >= 0");
}

TEST(IndexInversion, StridedSlice) {
  expectInverse("i < 4 : A(8)[2 * i + 1]",
                "i = (z0 + 1) floordiv 2 - 1 if (z0 + 1) mod 2 == 0");
}

TEST(IndexInversion, Repeat) {
  expectInverse("i < 12 : A(4)[i floordiv 3]", //
                "t0 < 3 : i = 3 * z0 + t0");
}

TEST(IndexInversion, Tile) {
  expectInverse("i < 12 : A(4)[i mod 4]", //
                "t0 < 3 : i = z0 + 4 * t0");
}

TEST(IndexInversion, Flatten) {
  expectInverse("a < 3, b < 4, c < 5 : A(60)[20 * a + 5 * b + c]",
                "a = z0 floordiv 20, b = (z0 floordiv 5) mod 4, "
                "c = z0 mod 5");
}

TEST(IndexInversion, MixedRadix) {
  expectInverse("x < 60 : A(3, 4, 5)"
                "[x floordiv 20, x floordiv 5 mod 4, x mod 5]",
                "x = 20 * z0 + 5 * z1 + z2");
}

TEST(IndexInversion, DepthToSpace) {
  expectInverse("h < 6, w < 4, c < 2 : A(3, 2, 8)[h floordiv 2, w floordiv 2, "
                "4 * c + 2 * (h mod 2) + w mod 2]",
                "h = 2 * z0 + (z2 floordiv 2) mod 2, w = 2 * z1 + z2 mod 2, "
                "c = z2 floordiv 4");
}

TEST(IndexInversion, Convolution) {
  expectInverse("p < 8, r < 3 : A(10)[p + r]",
                "t0 < 3 : p = z0 - t0, r = t0 "
                "if t0 - z0 + 7 >= 0, z0 - t0 >= 0");
}

TEST(IndexInversion, StridedConvolution) {
  expectInverse("p < 4, r < 3 : A(9)[2 * p + r]",
                "t0 < 2 : p = z0 floordiv 2 - t0, r = 2 * t0 + z0 mod 2 "
                "if 2 - 2 * t0 - z0 mod 2 >= 0, "
                "t0 - z0 floordiv 2 + 3 >= 0, z0 floordiv 2 - t0 >= 0");
}

TEST(IndexInversion, PaddedConvolution) {
  expectInverse("p < 4, r < 3 : A(8)[2 * p + r - 1] "
                "if 2 * p + r >= 1, 2 * p + r < 9",
                "t0 < 2 : p = (z0 + 1) floordiv 2 - t0, "
                "r = 2 * t0 + (z0 + 1) mod 2 "
                "if 2 - 2 * t0 - (z0 + 1) mod 2 >= 0, "
                "t0 - (z0 + 1) floordiv 2 + 3 >= 0");
}

TEST(IndexInversion, DilatedConvolution) {
  expectInverse("p < 6, r < 3 : A(10)[p + 2 * r]",
                "t0 < 3 : p = z0 - 2 * t0, r = t0 "
                "if 2 * t0 - z0 + 5 >= 0, z0 - 2 * t0 >= 0");
}

TEST(IndexInversion, NonOverlappingPatches) {
  expectInverse("p < 5, r < 4 : A(20)[4 * p + r]",
                "p = z0 floordiv 4, r = z0 mod 4");
}

TEST(IndexInversion, StrideAndDilation) {
  // One solution per element: nothing is left to sum over.
  expectInverse("p < 4, r < 3 : A(14)[3 * p + 2 * r]",
                "p = 2 * ((2 * z0) floordiv 3) - z0, r = (2 * z0) mod 3 "
                "if z0 - 2 * ((2 * z0) floordiv 3) + 3 >= 0, "
                "2 * ((2 * z0) floordiv 3) - z0 >= 0");
}

TEST(IndexInversion, RelativeBias) {
  expectInverse("i < 8, j < 8 : A(15)[i - j + 7]",
                "t0 < 8 : i = t0, j = t0 - z0 + 7 "
                "if t0 - z0 + 7 >= 0, z0 - t0 >= 0");
}

TEST(IndexInversion, WindowOfAWindow) {
  expectInverse("i < 4, j < 2, k < 2 : A(6)[i + j + k]",
                "t0 < 2, t1 < 2 : i = z0 - t0 - t1, j = t0, k = t1 "
                "if t0 + t1 - z0 + 3 >= 0, z0 - t0 - t1 >= 0");
}

TEST(IndexInversion, EqualityGuardLeavesOneSolution) {
  expectInverse("i < 4, j < 4 : A(4)[i] if i + j == 3", //
                "i = z0, j = 3 - z0");
}

TEST(IndexInversion, ContradictoryGuardsAreAnEmptyGradient) {
  expectInverse("i < 4 : A(4)[i] if i >= 2, i <= 1", "empty");
}

TEST(IndexInversion, ParityContradictionIsAnEmptyGradient) {
  // No real contradiction; only the integers know.
  expectInverse("i < 4, j < 4 : A(4)[i] if 2 * i + 4 * j == 3", "empty");
}

TEST(IndexInversion, ZeroExtentIsAnEmptyGradient) {
  expectInverse("i < 0, j < 4 : A(4)[j]", "empty");
  expectInverse("i < 0 : A(0)[i]", "empty");
}

TEST(IndexInversion, AbsorbedGuardsShrinkTheBox) {
  NamedProblem named = parseProblem("i < 4, j < 8 : A(4)[i]");
  Box box = boxOfExtents(named.problem.extents);
  Form distance = parseForm("j - 2 * i", named.loopNames, box);
  named.problem.absorbed.push_back({distance, /*isEquality=*/true});
  EXPECT_EQ(toString(invert(named.problem), named.loopNames),
            "i = z0, j = 2 * z0");
}

TEST(IndexInversion, PullBackDropsWhatIsImplied) {
  NamedProblem named = parseProblem("p < 8, r < 3 : A(10)[p + r]");
  Inversion inversion = invert(named.problem);
  Box box = boxOfExtents(named.problem.extents);
  auto form = [&](llvm::StringRef text) {
    return parseForm(text, named.loopNames, box);
  };
  auto guards = inversion.pullBack(
      {Guard{form("p + r"), false}, Guard{form("p - r"), false}});
  ASSERT_EQ(guards.size(), 1u);
  EXPECT_EQ(inversion.pullBack(form("p + r")), Form::variable(0));
  // p - r = (z0 - t0) - t0.
  EXPECT_EQ(guards[0].form, Form::variable(0) - 2 * Form::variable(1));
}

TEST(IndexInversion, CoefficientsBeyond64BitsAreReported) {
  InversionProblem problem;
  problem.extents = {4, 4};
  int64_t huge = int64_t(1) << 62;
  problem.access.shape = {8};
  problem.access.index = {Form::variable(0) * huge * 3 + Form::variable(1)};
  EXPECT_TRUE(invert(problem).overflow);
}
