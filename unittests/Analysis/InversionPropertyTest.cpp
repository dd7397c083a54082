//===- InversionPropertyTest.cpp - contract (C) on random cases -*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Every random access is inverted, whole and by residue pieces. The result is
// compared with the enumeration of all loop points, and then proven: a proof
// that disagrees with the enumeration is a failure too.
//
//     NEO_PROPERTY_CASES=100000 AnalysisPropertyTests     more cases
//     NEO_PROPERTY_SEED=17 NEO_PROPERTY_CASES=1 ...       this case
//
//===----------------------------------------------------------------------===//

#include "Enumeration.h"
#include "Neo/Analysis/InversionProof.h"
#include "Neo/Analysis/ResiduePieces.h"
#include "ProblemParser.h"
#include "RandomProblem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstdlib>

using namespace neo;
using namespace neo::test;

namespace {

/// The longest of many durations, and whose it was.
class Slowest {
public:
  template <typename Work> auto time(unsigned seed, Work work) {
    auto start = std::chrono::steady_clock::now();
    auto result = work();
    std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    if (elapsed.count() > most) {
      most = elapsed.count();
      slowest = seed;
    }
    total += elapsed.count();
    return result;
  }
  void print(const char *what) const {
    llvm::outs() << what << ": slowest " << llvm::format("%.1f", most)
                 << " ms (seed " << slowest << "), "
                 << llvm::format("%.1f", total / 1000) << " s in all\n";
  }

private:
  double most = 0, total = 0;
  unsigned slowest = 0;
};

/// One run over consecutive seeds.
class PropertyRun {
public:
  void check(unsigned seed);
  void print(unsigned cases) const;

private:
  void check(unsigned seed, const NamedProblem &named,
             const Inversion &inversion);

  Slowest inversions, proofs;
  unsigned adjoints = 0, empty = 0, loose = 0, unknown = 0, walked = 0;
  double loosest = 1;
  unsigned loosestSeed = 0;
};

} // namespace

void PropertyRun::check(unsigned seed, const NamedProblem &named,
                        const Inversion &inversion) {
  Readers readers(named.problem);
  EXPECT_TRUE(readers.match(inversion)) << toString(inversion, named.loopNames);
  InversionProof proof = proofs.time(
      seed, [&] { return proveInversion(named.problem, inversion); });
  EXPECT_FALSE(proof.isDifferent()) << toString(inversion, named.loopNames);
  walked += !proveInversion(named.problem, inversion, /*maxWalk=*/0).isEqual();
  ++adjoints;
  empty += inversion.empty;
  unknown += !proof.isEqual() && !proof.isDifferent();
  if (inversion.empty || readers.most() == 0)
    return;
  double ratio = double(inversion.freeVolume()) / double(readers.most());
  loose += ratio > 1;
  if (ratio > loosest) {
    loosest = ratio;
    loosestSeed = seed;
  }
}

void PropertyRun::check(unsigned seed) {
  std::string text = randomProblem(seed);
  SCOPED_TRACE(text + "\nreproduce: NEO_PROPERTY_SEED=" + std::to_string(seed) +
               " NEO_PROPERTY_CASES=1 AnalysisPropertyTests");
  NamedProblem named = parseProblem(text);
  Inversion inversion =
      inversions.time(seed, [&] { return invert(named.problem); });
  check(seed, named, inversion);
  ResidueSplit split = splitByResidue(named.problem, inversion);
  named.problem.stride = split.stride;
  for (const ResiduePiece &piece : split.pieces) {
    named.problem.phase = piece.phase;
    check(seed, named, piece.inversion);
  }
}

void PropertyRun::print(unsigned cases) const {
  llvm::outs() << cases << " cases, " << adjoints << " inversions, " << empty
               << " of them empty, " << walked << " proven by visiting points, "
               << unknown << " not proven, " << loose
               << " with a box that is not tight, the loosest "
               << llvm::format("%.1f", loosest) << " (seed " << loosestSeed
               << ")\n";
  inversions.print("inverting");
  proofs.print("proving");
  llvm::outs().flush();
}

static unsigned setting(const char *name, unsigned byDefault) {
  const char *text = std::getenv(name);
  return text ? unsigned(std::strtoul(text, nullptr, 10)) : byDefault;
}

TEST(InversionProperty, EveryReaderExactlyOnce) {
  unsigned first = setting("NEO_PROPERTY_SEED", 0);
  unsigned cases = setting("NEO_PROPERTY_CASES", 5000);
  PropertyRun run;
  for (unsigned seed = first; seed < first + cases && !HasFailure(); ++seed)
    run.check(seed);
  run.print(cases);
}
