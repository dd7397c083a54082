//===- PackedVariants.h - Schedules that pack an operand --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The loop order of a schedule with a panel follows from the loops that the
// operand depends on:
//
//     loops of the result that index it     one panel per step
//       blocks of a reduction               so that a panel fits its cache
//         other loops of the result         all of which reuse the panel
//
// So this order is not searched. The outermost part is parallel, and must have
// enough steps.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_PACKEDVARIANTS_H
#define NEO_LIB_SCHEDULE_PACKEDVARIANTS_H

#include "Neo/Schedule/Schedule.h"

#include <vector>

namespace neo {

/// `schedule`, with lanes chosen only, with `operand` packed in panels and the
/// order that follows; none if that does not pay.
std::optional<Schedule> packOperand(const LoopNest &nest,
                                    const Schedule &schedule, unsigned operand);

/// Are the panels of `schedule`, if any, legal with its tile?
bool fitsPanels(const LoopNest &nest, const Schedule &schedule);

/// Variants of `schedule` with blocks of which a panel has a suitable size.
std::vector<Schedule> listPackedVariants(const LoopNest &nest,
                                         const Schedule &schedule);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_PACKEDVARIANTS_H
