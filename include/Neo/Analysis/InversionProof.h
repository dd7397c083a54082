//===- InversionProof.h - an independent check of inversions ----*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// An inversion claims that two sets of points (z, x) are the same:
//
//     forward   { (z, x) : x in the loop box, g(x), f(x) = stride z + phase }
//     inverse   { (z, x) : exists t in its box with guards(z, t), x = w(z, t) }
//
// Both are Presburger sets, so their equality is decidable. The proof shares no
// code with the derivation beyond the forms themselves. (That distinct t give
// distinct x holds by construction: every step of the derivation is a bijection
// of the integers.)
//
// The decision procedure may take exponential time; use it in tests and when
// searching for a miscompilation, on accesses of a few loops.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_INVERSIONPROOF_H
#define NEO_ANALYSIS_INVERSIONPROOF_H

#include "Neo/Analysis/IndexInversion.h"

namespace neo {

/// Are the two sets equal? `inversion` must not be overflowed.
bool proveInversion(const InversionProblem &problem,
                    const Inversion &inversion);

} // namespace neo

#endif // NEO_ANALYSIS_INVERSIONPROOF_H
