//===- ResiduePiecesTest.cpp - splitting by residues ------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/ResiduePieces.h"
#include "Enumeration.h"
#include "ProblemParser.h"

using namespace neo;
using namespace neo::test;

static ResidueSplit splitOf(const NamedProblem &named) {
  return splitByResidue(named.problem, invert(named.problem));
}

TEST(ResiduePieces, StridedConvolution) {
  NamedProblem named = parseProblem("p < 4, r < 3 : A(9)[2 * p + r]");
  ResidueSplit split = splitOf(named);
  ASSERT_EQ(split.pieces.size(), 2u);
  EXPECT_EQ(toString(split.pieces[0].inversion, named.loopNames),
            "t0 < 2 : p = z0 - t0, r = 2 * t0 "
            "if t0 - z0 + 3 >= 0, z0 - t0 >= 0");
  EXPECT_EQ(toString(split.pieces[1].inversion, named.loopNames),
            "p = z0, r = 1");
}

TEST(ResiduePieces, TwoDimensionsMakeFourPieces) {
  ResidueSplit split = splitOf(parseProblem(
      "p < 4, q < 4, r < 3, s < 3 : A(9, 9)[2 * p + r, 2 * q + s]"));
  llvm::SmallVector<int64_t, 4> volumes;
  for (const ResiduePiece &piece : split.pieces)
    volumes.push_back(piece.inversion.freeVolume());
  EXPECT_EQ(volumes, (llvm::SmallVector<int64_t, 4>{4, 2, 2, 1}));
}

TEST(ResiduePieces, StrideThatDividesTheWindowIsNotSplit) {
  EXPECT_FALSE(
      splitOf(parseProblem("p < 4, r < 4 : A(10)[2 * p + r]")).isSplit());
}

TEST(ResiduePieces, TooManyPiecesAreNotSplit) {
  NamedProblem named = parseProblem("p < 9, r < 7 : A(55)[6 * p + r]");
  Inversion base = invert(named.problem);
  EXPECT_TRUE(splitByResidue(named.problem, base, 6).isSplit());
  EXPECT_FALSE(splitByResidue(named.problem, base, 5).isSplit());
}

TEST(ResiduePieces, ShortTensorsAreNotSplit) {
  EXPECT_FALSE(
      splitOf(parseProblem("p < 1, r < 3 : A(3)[2 * p + r]")).isSplit());
}
