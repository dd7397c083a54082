//===- UsefulSteps.h - Reduction steps with terms ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where terms are known to be 0 (LoopNest::nonzero), a tile runs only the steps
// in which one of its elements has a term. With z - t in [0, 10), z < 14, t <
// 5, a tile of one z runs 50 of 70 steps in all, tiles of 14 run all 70: a
// larger tile has more reuse and skips fewer steps. A tile with an unrolled
// reduction omits every product that is known to be 0.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_USEFULSTEPS_H
#define NEO_SCHEDULE_USEFULSTEPS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// The loops of the result that occur in conditions on terms with `reduction`
/// and no other reduction.
llvm::SmallVector<unsigned> loopsBounding(const LoopNest &nest,
                                          unsigned reduction);

/// The fraction of all reduction steps that the tiles of `schedule` execute.
double shareOfSteps(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_USEFULSTEPS_H
