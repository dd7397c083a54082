//===- InversionProofTest.cpp - proofs accept and reject --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/InversionProof.h"
#include "Neo/Analysis/ResiduePieces.h"
#include "ProblemParser.h"
#include "gtest/gtest.h"

using namespace neo;
using namespace neo::test;

/// Every single fault that drops or shifts a guard, a loop or an extent.
static std::vector<Inversion> mutantsOf(const Inversion &inversion) {
  std::vector<Inversion> mutants;
  auto add = [&](auto change) {
    mutants.push_back(inversion);
    change(mutants.back());
  };
  for (unsigned i = 0; i < inversion.guards.size(); ++i) {
    add([&](Inversion &m) { m.guards.erase(m.guards.begin() + i); });
    add([&](Inversion &m) { m.guards[i].form -= Form(1); });
  }
  for (unsigned i = 0; i < inversion.loops.size(); ++i)
    add([&](Inversion &m) { m.loops[i] += Form(1); });
  for (unsigned i = 0; i < inversion.freeExtents.size(); ++i)
    add([&](Inversion &m) { --m.freeExtents[i]; });
  return mutants;
}

class AccessProof : public ::testing::TestWithParam<const char *> {};

TEST_P(AccessProof, AcceptsTheInversionAndNoMutant) {
  NamedProblem named = parseProblem(GetParam());
  Inversion inversion = invert(named.problem);
  EXPECT_TRUE(proveInversion(named.problem, inversion).isEqual());
  for (const Inversion &mutant : mutantsOf(inversion))
    EXPECT_TRUE(proveInversion(named.problem, mutant).isDifferent())
        << toString(mutant, named.loopNames);
}

INSTANTIATE_TEST_SUITE_P(
    Accesses, AccessProof,
    ::testing::Values(
        "i < 1000, j < 700 : A(700, 1000)[j, i]",
        "p < 56, r < 3 : A(112)[2 * p + r - 1] if 2 * p + r >= 1, "
        "2 * p + r < 113",
        "p < 500, r < 5 : A(508)[p + 2 * r]",
        "i < 1000 : A(1000)[(i + 3) mod 1000]",
        "a < 6000, b < 4 : A(3000, 8)[(4 * a + b) floordiv 8, (4 * a + b) mod "
        "8]",
        "k < 576, p < 3136 : A(64, 58, 58)[k floordiv 9, "
        "p floordiv 56 + (k floordiv 3) mod 3, p mod 56 + k mod 3]",
        "i < 400 : A(800)[2 * i + 1]",
        "i < 300, j < 300 : A(300, 300)[i, j] if j <= i"));

TEST(InversionProofPieces, EveryPieceIsProven) {
  InversionProblem problem =
      parseProblem("p < 112, r < 7 : A(229)[2 * p + r]").problem;
  ResidueSplit split = splitByResidue(problem, invert(problem));
  ASSERT_TRUE(split.isSplit());
  problem.stride = split.stride;
  for (const ResiduePiece &piece : split.pieces) {
    problem.phase = piece.phase;
    EXPECT_TRUE(proveInversion(problem, piece.inversion).isEqual());
  }
}
