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

TEST(Corpus, ProofsTakeFiveMillisecondsAtTheMedian) {
  bool isReport = std::getenv("NEO_CORPUS_REPORT");
  std::vector<double> derivations, proofs;
  for (const CorpusAccess &access : corpus()) {
    const InversionProblem &problem = access.named.problem;
    Inversion inversion = invert(problem);
    derivations.push_back(timeOf([&] { invert(problem); }));
    proofs.push_back(timeOf([&] { proveInversion(problem, inversion); }));
    if (!isReport)
      continue;
    Readers readers(problem);
    auto count = [](auto &extents) {
      int64_t product = 1;
      for (int64_t extent : extents)
        product *= extent;
      return product;
    };
    double volume = inversion.freeVolume();
    llvm::outs() << llvm::format(
        "%-32s %5.0f %5d %7.3f %8.3f %8.2f ms %8.2f ms\n", access.name.c_str(),
        volume, int(readers.most()), volume / double(readers.most()),
        volume * double(count(inversion.elementExtents)) /
            double(readers.total()),
        derivations.back(), proofs.back());
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
