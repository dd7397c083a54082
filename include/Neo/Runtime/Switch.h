//===- Switch.h - Environment variables that are on or off ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A variable that turns something off is 0, and 1 or not set leaves it on. Any
// other value is a slip, NEO_CACHE=off: nothing changes, and stderr says so,
// once in a process.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_SWITCH_H
#define NEO_RUNTIME_SWITCH_H

namespace neo {

/// False if the environment variable `name` is 0.
bool isSwitchedOn(const char *name);

} // namespace neo

#endif // NEO_RUNTIME_SWITCH_H
