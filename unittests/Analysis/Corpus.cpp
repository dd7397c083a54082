//===- Corpus.cpp - the accesses of the corpus ----------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "gtest/gtest.h"
#include <fstream>

using namespace neo::test;

/// `1.200 zigzag_sum #0: i < 6, ... : A(30)[...]`.
static CorpusAccess parseLine(llvm::StringRef line) {
  auto [number, rest] = line.split(' ');
  auto [name, access] = rest.split(": ");
  CorpusAccess result{name.str(), 0, parseProblem(access)};
  if (number.getAsDouble(result.allowed))
    ADD_FAILURE() << "corpus.txt: no number in '" << line.str() << "'";
  return result;
}

const std::vector<CorpusAccess> &neo::test::corpus() {
  static const std::vector<CorpusAccess> accesses = [] {
    std::vector<CorpusAccess> result;
    std::ifstream file(NEO_CORPUS);
    for (std::string line; std::getline(file, line);)
      if (line[0] != '#')
        result.push_back(parseLine(line));
    EXPECT_FALSE(result.empty()) << "cannot read " << NEO_CORPUS;
    return result;
  }();
  return accesses;
}
