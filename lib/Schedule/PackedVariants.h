//===- PackedVariants.h - Schedules that pack an operand --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where the panel of an operand is filled follows from what moves the operand:
//
//     loops of the result that move it      as many panels as these have steps
//       blocks of a reduction               so that a panel fits its cache
//         loops of the result that do not   all of which use the panel
//
// So the order of a schedule with panels is not searched, and threads share the
// outermost part, of which there must be enough.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_PACKEDVARIANTS_H
#define NEO_LIB_SCHEDULE_PACKEDVARIANTS_H

#include "Neo/Schedule/Schedule.h"

#include <vector>

namespace neo {

/// `schedule`, of which only the lanes are chosen, with `operand` in panels and
/// the order that follows; nothing if there is no reason to.
std::optional<Schedule> packOperand(const LoopNest &nest,
                                    const Schedule &schedule, unsigned operand);

/// Does the tile of `schedule` leave its panels possible? (It may have none.)
bool fitsPanels(const LoopNest &nest, const Schedule &schedule);

/// `schedule` with blocks such that a panel has the right size.
std::vector<Schedule> listPackedVariants(const LoopNest &nest,
                                         const Schedule &schedule);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_PACKEDVARIANTS_H
