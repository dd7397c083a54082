//===- GraphWalk.h - contract (C) by enumeration ----------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A proof of an inversion by enumeration: mark every point that it visits, and
// look for unmarked ones. Time and memory are proportional to the number of
// loop points, so it is for small loops for which symbolic proofs are hard:
// nested floors with short ranges.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_GRAPHWALK_H
#define NEO_LIB_ANALYSIS_GRAPHWALK_H

#include "Neo/Analysis/InversionProof.h"

namespace neo {

/// Unknown if there are more than `maxPoints` loop points, or points of z and
/// t.
InversionProof walkGraphs(const InversionProblem &problem,
                          const Inversion &inversion, int64_t maxPoints);

} // namespace neo

#endif // NEO_LIB_ANALYSIS_GRAPHWALK_H
