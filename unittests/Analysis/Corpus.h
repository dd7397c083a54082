//===- Corpus.h - the accesses of the corpus --------------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The corpus is test/python/corpus.py; its accesses are in corpus.txt.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_ANALYSIS_CORPUS_H
#define NEO_UNITTESTS_ANALYSIS_CORPUS_H

#include "ProblemParser.h"
#include <vector>

namespace neo::test {

struct CorpusAccess {
  /// The case and the number of the operand, `conv2d #0`.
  std::string name;
  /// The most that the box may exceed the terms of the element with most.
  double allowed;
  NamedProblem named;
};

/// All accesses of corpus.txt.
const std::vector<CorpusAccess> &corpus();

} // namespace neo::test

#endif // NEO_UNITTESTS_ANALYSIS_CORPUS_H
