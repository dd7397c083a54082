//===- DrawnRows.h - Random row schedules -----------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_DRAWNROWS_H
#define NEO_CONVERSION_NEOTOVECTOR_DRAWNROWS_H

#include "RowSchedule.h"

namespace neo {

/// A random legal row schedule of `op`, determined by `seed`; none where its
/// statements cannot share rows.
std::optional<RowSchedule>
drawRowSchedule(KernelOp op, const TargetModel &target, uint64_t seed);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_DRAWNROWS_H
