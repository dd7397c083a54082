//===- RandomProblem.h - seeded quasi-affine accesses -----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_ANALYSIS_RANDOMPROBLEM_H
#define NEO_UNITTESTS_ANALYSIS_RANDOMPROBLEM_H

#include <string>

namespace neo::test {

/// A random problem in the syntax of ProblemParser: up to four loops, nested
/// floordiv and mod, elements that are never read, paddings, guards, and now
/// and then an absorbed guard. The access is in bounds where its guards hold.
std::string randomProblem(unsigned seed);

} // namespace neo::test

#endif // NEO_UNITTESTS_ANALYSIS_RANDOMPROBLEM_H
