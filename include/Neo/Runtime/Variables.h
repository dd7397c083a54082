//===- Variables.h - Values of environment variables ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a variable may be (docs/Variables.md) is checked where it is read. A
// value that is none is a slip, NEO_CACHE=off or NEO_COMPILE_BUDGET=3x: the
// usual one counts, and stderr says so, once of each value.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_VARIABLES_H
#define NEO_RUNTIME_VARIABLES_H

namespace neo {

/// Whether the environment variable `name` is 1, or not set and `unlessSet`.
bool isSwitchedOn(const char *name, bool unlessSet = true);

/// Numbers that a variable may be.
struct NumberRange {
  double least, most;
  bool isWhole;
  /// The range in words, "a number of seconds from 0 on".
  const char *words;
};

/// The environment variable `name`, or `unlessSet`.
double readNumber(const char *name, double unlessSet, const NumberRange &range);

} // namespace neo

#endif // NEO_RUNTIME_VARIABLES_H
