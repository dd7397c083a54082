//===- LinearSystem.h - an access as linear equations -----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// First stage of the inversion. Every floor q = floor(e / V) of the access
// becomes an unknown beside the loops, bound by 0 <= e - V q <= V - 1. What was
// quasi-affine is then linear:  A[x floordiv 4, x mod 4]  is
//
//     q = z0,    x - 4 q = z1       with    0 <= x - 4 q <= 3.
//
// This is exact, since quotient and remainder are unique.
//
// The system also lists the candidates for free loops: forms with a known range
// whose value, once fixed, fixes part of the solution. These are the loops, the
// quotients and remainders, and whole mods and guard forms.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_LINEARSYSTEM_H
#define NEO_LIB_ANALYSIS_LINEARSYSTEM_H

#include "Neo/Analysis/IndexInversion.h"

namespace neo {

/// A form that may become a free loop.
struct Candidate {
  /// In order of preference among equals.
  enum class Kind { Loop, Remainder, Compound, Quotient };
  Kind kind;
  /// Over the forward loops.
  Form form;
  /// Range over the points that are read, and over the loop box alone.
  Interval tight;
  Interval loose;
};

/// coefficients . unknowns + constant.
struct LinearRow {
  llvm::SmallVector<int64_t, 8> coefficients;
  int64_t constant = 0;
};

struct LinearSystem {
  /// left(loops) == right(z).
  struct Equation {
    Form left;
    Form right;
  };

  Box loopBox;
  Box elementBox;
  /// Loops of extent > 1 and floors of loops.
  llvm::SmallVector<Atom, 8> unknowns;
  llvm::SmallVector<Equation, 8> equations;
  /// Forms over the loops that are >= 0 at every point that is read.
  llvm::SmallVector<Form, 16> constraints;
  llvm::SmallVector<Candidate, 16> candidates;

  LinearRow flatten(const Form &form) const;
};

/// nullopt if no loop point reads any element.
std::optional<LinearSystem> linearise(const InversionProblem &problem);

} // namespace neo

#endif // NEO_LIB_ANALYSIS_LINEARSYSTEM_H
