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
// Guards of other operands follow after `absorbing`. Expressions know + - *
// floordiv mod, integers and names; comparisons are
// >= <= > < ==.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_ANALYSIS_PROBLEMPARSER_H
#define NEO_UNITTESTS_ANALYSIS_PROBLEMPARSER_H

#include "Neo/Analysis/InversionPrinter.h"
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

/// toString(invert(parseProblem(text))).
std::string inverseOf(llvm::StringRef text);

} // namespace neo::test

#endif // NEO_UNITTESTS_ANALYSIS_PROBLEMPARSER_H
