//===- GraphWalk.h - contract (C) by walking all points ---------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The plainest proof of an inversion: visit what it visits, mark it, and look
// for what is not marked. It costs time and memory in proportion to the loops,
// so it is for small ones on which symbolic questions are hard: floors of
// floors with short ranges.
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
