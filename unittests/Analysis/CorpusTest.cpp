//===- CorpusTest.cpp - the corpus is inverted tightly and proven ---------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
//     NEO_CORPUS_REPORT=1 AnalysisTests --gtest_filter='Corpus.*'
//
// prints for every access the iterations per element, the terms of the element
// that has most, their ratio, the iterations per term over all elements, and
// the milliseconds that the derivation and the proof take.
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "Enumeration.h"
#include "Neo/Analysis/InversionProof.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>

using namespace neo;
using namespace neo::test;

/// The shortest of a few runs, in milliseconds.
template <typename Work> static double timeOf(Work work) {
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    auto start = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
  }
  return best;
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

TEST(Corpus, NoBoxExceedsItsFigure) {
  for (const CorpusAccess &access : corpus()) {
    Readers readers(access.named.problem);
    Inversion inversion = invert(access.named.problem);
    EXPECT_TRUE(readers.match(inversion)) << access.name;
    EXPECT_EQ(inversion.empty, readers.most() == 0) << access.name;
    EXPECT_LE(double(inversion.freeVolume()),
              access.allowed * double(readers.most()) + 1e-9)
        << access.name;
  }
}

TEST(Corpus, EveryInversionIsProvenWithoutVisitingPoints) {
  for (const CorpusAccess &access : corpus()) {
    const InversionProblem &problem = access.named.problem;
    EXPECT_TRUE(
        proveInversion(problem, invert(problem), /*maxWalk=*/0).isEqual())
        << access.name;
  }
}

/// `dividend / divisor`, or a dash where nothing is read.
static std::string showRatio(double dividend, double divisor) {
  std::string text = "-";
  if (divisor > 0)
    text = llvm::formatv("{0:F3}", dividend / divisor).str();
  return text;
}

/// A line of the report.
static void report(const CorpusAccess &access, const Inversion &inversion,
                   double derivation, double proof) {
  Readers readers(access.named.problem);
  double volume = inversion.empty ? 0 : double(inversion.freeVolume());
  double iterations = volume;
  for (int64_t extent : inversion.elementExtents)
    iterations *= double(extent);
  llvm::outs() << llvm::formatv("{0,-32} {1,5} {2,5} {3,7} {4,8} {5,8:F2} ms "
                                "{6,8:F2} ms\n",
                                access.name, int64_t(volume), readers.most(),
                                showRatio(volume, double(readers.most())),
                                showRatio(iterations, double(readers.total())),
                                derivation, proof);
}

TEST(Corpus, ProofsTakeFiveMillisecondsAtTheMedian) {
  bool isReport = std::getenv("NEO_CORPUS_REPORT");
  std::vector<double> derivations, proofs;
  for (const CorpusAccess &access : corpus()) {
    const InversionProblem &problem = access.named.problem;
    Inversion inversion = invert(problem);
    derivations.push_back(timeOf([&] { invert(problem); }));
    proofs.push_back(timeOf([&] { proveInversion(problem, inversion); }));
    if (isReport)
      report(access, inversion, derivations.back(), proofs.back());
  }
  if (isReport)
    llvm::outs() << llvm::format("median: derivation %.2f ms, proof %.2f ms; "
                                 "most: %.2f ms, %.2f ms\n",
                                 median(derivations), median(proofs),
                                 *llvm::max_element(derivations),
                                 *llvm::max_element(proofs));
  llvm::outs().flush();
  EXPECT_LT(median(proofs), 5.0);
}
