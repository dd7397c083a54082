//===- Remainder.cpp - The remainder of a division, on vectors ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace neo;
using Predicate = arith::CmpFPredicate;

/// A quotient that is rounded to an integer from below gives one multiple too
/// many, and a negative rest, which is small. All products and differences here
/// are exact, as the remainder is, if the rounded quotient tells two integers
/// apart. 0 as a divisor and what is infinite is left to the library, too.
Remainder neo::expandRemainder(Float x, Float y) {
  Float size = x.magnitude(), divisor = y.magnitude();
  Float quotient = size / divisor, whole = quotient.floor();
  Float rest = (-whole).times(divisor, size);
  rest = rest.chooseIf(Predicate::OLT, 0.0, rest + divisor, rest);
  // What divides infinity is its own remainder.
  rest = whole.chooseIf(Predicate::OEQ, 0.0, size, rest);
  Truth isShort = quotient.is(Predicate::OLT, x.byWidth(0x1p22, 0x1p51));
  return {rest.withSignOf(x), isShort};
}
