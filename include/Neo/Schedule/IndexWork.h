//===- IndexWork.h - Code size of index arithmetic --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An index or a condition with divisions, whose value is not known at compile
// time, is computed by scalar instructions once per vector. If it divides the
// lanes, it takes about as many instructions as lanes: as vectors of 64 bits
// (LaneIndices.h), or else one by one. A tile repeats them for every vector and
// every unrolled step, and again in every peeled version: one between the edges
// and one at each of them.
//
//     B[i, j] = A[(3 * i + 2 * j) mod 7] if (i + j) mod 3 < 2 else 0
//
//     vector j: 8, tile i: 7      7 x 8 lanes of two divisions each
//
// Larger tiles gain nothing there, since vectors share none of it, but compile
// time is superlinear in the length of the code: the gradient of a gather in
// nine residue classes is nine kernels of 6000 instructions each as tiles of
// five vectors. So tiles of the search space have a budget, and divisions a
// smaller one; a tile of one vector, without unrolled steps, is always allowed.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_INDEXWORK_H
#define NEO_SCHEDULE_INDEXWORK_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

class AccessPlan;

/// Divisions, loads of single lanes, and partial loads of placed lanes in the
/// code of a kernel.
int64_t countIndexWork(const LoopNest &nest, const Schedule &schedule);

/// Does that take more than about a second to compile, although a smaller tile
/// is possible?
bool exceedsIndexWork(const LoopNest &nest, const Schedule &schedule);

/// The loads that a vector of placed lanes takes (PlacedLanes.h); 0 if they are
/// not placed.
int64_t countPartialLoads(const LoopNest &nest, const Schedule &schedule,
                          const AccessPlan &plan);

} // namespace neo

#endif // NEO_SCHEDULE_INDEXWORK_H
