//===- PlacedCost.h - Cost of placed lanes ----------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Steps of a tile may read the same windows with different permutations
// (LaneWindows.h): eight rotations of a vector are one load and seven
// permutations. So distinct windows of all steps are counted, and the
// permutations of every step.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_PLACEDCOST_H
#define NEO_LIB_SCHEDULE_PLACEDCOST_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// The cost in loads of all accesses of a tile to `operand` in one step, or in
/// all unrolled steps. None if lanes are not placed, or are better loaded
/// otherwise.
std::optional<double> costOfPlaced(const LoopNest &nest,
                                   const Schedule &schedule,
                                   const NestOperand &operand);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_PLACEDCOST_H
