//===- InversionPropertyTest.cpp - contract (C) on random cases -*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Every random access is inverted, whole and by residue pieces, and the result
// is compared with the enumeration of all loop points. NEO_PROPERTY_SEED and
// NEO_PROPERTY_CASES choose other cases than the default ones.
//
//===----------------------------------------------------------------------===//

#include "Enumeration.h"
#include "Neo/Analysis/ResiduePieces.h"
#include "ProblemParser.h"
#include "RandomProblem.h"
#include <cstdlib>

using namespace neo;
using namespace neo::test;

static unsigned setting(const char *name, unsigned byDefault) {
  const char *text = std::getenv(name);
  return text ? unsigned(std::strtoul(text, nullptr, 10)) : byDefault;
}

static void checkPieces(const InversionProblem &problem,
                        const Inversion &inversion) {
  ResidueSplit split = splitByResidue(problem, inversion);
  for (const ResiduePiece &piece : split.pieces) {
    InversionProblem part = problem;
    part.stride = split.stride;
    part.phase = piece.phase;
    EXPECT_TRUE(isExact(part, piece.inversion));
  }
}

TEST(InversionProperty, EveryReaderExactlyOnce) {
  unsigned seed = setting("NEO_PROPERTY_SEED", 0);
  unsigned cases = setting("NEO_PROPERTY_CASES", 500);
  for (unsigned i = seed; i < seed + cases; ++i) {
    std::string text = randomProblem(i);
    SCOPED_TRACE("seed " + std::to_string(i) + ": " + text);
    NamedProblem named = parseProblem(text);
    Inversion inversion = invert(named.problem);
    EXPECT_TRUE(isExact(named.problem, inversion))
        << toString(inversion, named.loopNames);
    checkPieces(named.problem, inversion);
    if (::testing::Test::HasFailure())
      break;
  }
}
