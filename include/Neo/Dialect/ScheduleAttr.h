//===- ScheduleAttr.h - Where schedules are written -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The names of the attributes alone, for code that keeps, refuses or drops a
// schedule without reading it. Its contents are in
// Neo/Schedule/ScheduleText.h.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_SCHEDULEATTR_H
#define NEO_DIALECT_SCHEDULEATTR_H

#include "llvm/ADT/StringRef.h"

namespace neo {

/// The attribute of a neo.compute that holds its schedule.
constexpr llvm::StringLiteral scheduleAttrName = "neo.schedule";
/// The attribute of a module whose operators have theirs: it is compiled as it
/// stands.
constexpr llvm::StringLiteral scheduledAttrName = "neo.scheduled";

} // namespace neo

#endif // NEO_DIALECT_SCHEDULEATTR_H
