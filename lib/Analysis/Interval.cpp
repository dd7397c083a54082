//===- Interval.cpp - saturating interval arithmetic ----------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/Interval.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace neo;

static int64_t clampToInfinity(int64_t value) {
  return std::clamp(value, -Interval::infinity, Interval::infinity);
}

static bool isInfinite(int64_t end) {
  return end <= -Interval::infinity || end >= Interval::infinity;
}

/// a + b where an infinite end absorbs the other. Finite ends are below 2^62,
/// so their sum fits.
static int64_t addEnds(int64_t a, int64_t b) {
  if (isInfinite(a) || isInfinite(b))
    return clampToInfinity(isInfinite(a) ? a : b);
  return clampToInfinity(a + b);
}

static int64_t multiplyEnd(int64_t end, int64_t factor) {
  int64_t product;
  if (factor != 0 &&
      (isInfinite(end) || llvm::MulOverflow(end, factor, product)))
    return (end < 0) == (factor < 0) ? Interval::infinity : -Interval::infinity;
  return factor == 0 ? 0 : clampToInfinity(product);
}

Interval neo::operator+(Interval a, Interval b) {
  return {addEnds(a.lo, b.lo), addEnds(a.hi, b.hi)};
}

Interval neo::operator*(Interval a, int64_t factor) {
  int64_t x = multiplyEnd(a.lo, factor);
  int64_t y = multiplyEnd(a.hi, factor);
  return factor < 0 ? Interval{y, x} : Interval{x, y};
}

Interval neo::intersect(Interval a, Interval b) {
  return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
}

Interval neo::floorDiv(Interval a, int64_t divisor) {
  return {isInfinite(a.lo) ? a.lo : floorDiv(a.lo, divisor),
          isInfinite(a.hi) ? a.hi : floorDiv(a.hi, divisor)};
}

Box neo::boxOfExtents(llvm::ArrayRef<int64_t> extents) {
  Box box;
  for (int64_t extent : extents)
    box.push_back(Interval::ofExtent(extent));
  return box;
}

int64_t neo::floorDiv(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

int64_t neo::floorMod(int64_t a, int64_t b) {
  int64_t remainder = a % b;
  return remainder < 0 ? remainder + b : remainder;
}
