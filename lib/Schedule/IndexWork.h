//===- IndexWork.h - How long the code of indices is ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An index or a condition that divides, and whose value is not known when the
// kernel is written, is computed in scalar instructions: once for a vector, or
// for every lane where it divides the lanes. A tile has them for every vector
// that it computes and every step that it writes out, and once more for every
// version of it: one between the edges and one at each of them.
//
//     B[i, j] = A[(3 * i + 2 * j) mod 7] if (i + j) mod 3 < 2 else 0
//
//     vector j: 8, tile i: 7      7 x 8 lanes of two divisions each
//
// Such code gains nothing by being long: vectors share nothing of it. It costs
// time, though, to compile it, more than in proportion to its length. So the
// tiles that a schedule is chosen from have a budget; a tile of one vector,
// with no step written out, is always among them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_INDEXWORK_H
#define NEO_LIB_SCHEDULE_INDEXWORK_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Divisions, reads lane by lane, and loads that lanes far apart are put
/// together from, in the code of a kernel.
int64_t countIndexWork(const LoopNest &nest, const Schedule &schedule);

/// Is that more than compiles in about a second, although a smaller tile would
/// do?
bool exceedsIndexWork(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_INDEXWORK_H
