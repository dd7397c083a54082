//===- PlacedCost.h - What lanes at known places cost -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Steps of a tile read the same windows in other orders (LaneWindows.h): eight
// rotations of a vector are one load and seven permutations. So the windows of
// all steps are counted, each once, and the permutations of every step.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_PLACEDCOST_H
#define NEO_LIB_SCHEDULE_PLACEDCOST_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// What a tile reads of `operand` in one step, or in all unrolled steps, in
/// loads. Nothing where lanes do not lie at known places, or are better read
/// otherwise.
std::optional<double> costOfPlaced(const LoopNest &nest,
                                   const Schedule &schedule,
                                   const NestOperand &operand);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_PLACEDCOST_H
