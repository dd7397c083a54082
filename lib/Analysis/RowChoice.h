//===- RowChoice.h - which forms become the free loops ----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Third stage of the inversion. The solutions are u0(z) + N tau with tau in
// Z^p. To run over them with p bounded loops, pick p candidate forms one after
// the other. On the current lattice candidate c is  w_c = w0_c(z) + n_c . tau;
// with g = gcd(n_c) > 0 and a range [lo, hi],
//
//     w_c = lo + (w0_c - lo) mod g + g t,      t in [0, (hi - lo) floordiv g],
//
// and fixing t leaves the sublattice n_c . tau = const. The cost of a choice is
// the product of the trip counts (hi - lo) floordiv g + 1. In 2 p + r = z + 1,
// p costs its whole extent; r has g = 2 and costs half of its own.
//
// Independent groups of columns are searched separately, by branch and bound. A
// pick with one trip is taken at once: it only enlarges the other gcds.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_ROWCHOICE_H
#define NEO_LIB_ANALYSIS_ROWCHOICE_H

#include "LatticeMatrix.h"
#include "LinearSystem.h"

namespace neo {

/// Candidate numbers in the order in which they become loops.
using RowSequence = llvm::SmallVector<unsigned, 4>;

/// Sequences of least cost, the most promising first; at least one.
/// `directions` has one row per candidate, one column per dimension of tau.
llvm::SmallVector<RowSequence, 4>
chooseRows(llvm::ArrayRef<Candidate> candidates, const IntMatrix &directions);

} // namespace neo

#endif // NEO_LIB_ANALYSIS_ROWCHOICE_H
