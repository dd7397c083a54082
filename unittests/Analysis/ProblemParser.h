//===- ProblemParser.h - inversion problems as text -------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Tests state problems and results as mathematics:
//
//     p < 56, r < 3 : A(112)[2 * p + r - 1] if 2 * p + r >= 1, r <= 2
//
// Expressions know + - * floordiv mod, integers and names; comparisons are
// >= <= > < ==.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_ANALYSIS_PROBLEMPARSER_H
#define NEO_UNITTESTS_ANALYSIS_PROBLEMPARSER_H

#include "Neo/Analysis/IndexInversion.h"
#include "llvm/ADT/StringRef.h"

namespace neo::test {

struct NamedProblem {
  InversionProblem problem;
  llvm::SmallVector<std::string, 4> loopNames;
};

/// Parses a problem; a syntax error fails the test.
NamedProblem parseProblem(llvm::StringRef text);

/// Parses one expression over variables 0, 1, ... with these names.
Form parseForm(llvm::StringRef text, llvm::ArrayRef<std::string> names,
               BoxRef box);

/// The result, e.g. `t0 < 2 : p = z0 - t0, r = t0 if z0 - t0 >= 0`.
std::string toString(const Inversion &inversion,
                     llvm::ArrayRef<std::string> loopNames);

/// toString(invert(parseProblem(text))).
std::string inverseOf(llvm::StringRef text);

} // namespace neo::test

#endif // NEO_UNITTESTS_ANALYSIS_PROBLEMPARSER_H
