//===- Interval.h - closed integer intervals and boxes ----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic for index expressions. A loop of extent n is the interval
// [0, n - 1]; a box holds one interval per variable, indexed by variable id.
//
// Ends saturate at +-2^62, which therefore reads "unbounded": an interval is a
// bound, so it may be too wide but must never wrap around.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_INTERVAL_H
#define NEO_ANALYSIS_INTERVAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace neo {

/// The integers lo, lo + 1, ..., hi; none if hi < lo.
struct Interval {
  int64_t lo = 0;
  int64_t hi = 0;

  static constexpr int64_t infinity = int64_t(1) << 62;

  static Interval point(int64_t value) { return {value, value}; }
  static Interval everything() { return {-infinity, infinity}; }
  /// The values of a loop: [0, extent - 1].
  static Interval ofExtent(int64_t extent) { return {0, extent - 1}; }

  bool isEmpty() const { return hi < lo; }
  bool isPoint() const { return lo == hi; }
  bool isBounded() const { return lo > -infinity && hi < infinity; }
  bool contains(int64_t value) const { return lo <= value && value <= hi; }
  bool contains(Interval other) const {
    return lo <= other.lo && other.hi <= hi;
  }
  /// How many integers it holds.
  int64_t extent() const { return isEmpty() ? 0 : hi - lo + 1; }

  bool operator==(Interval other) const {
    return lo == other.lo && hi == other.hi;
  }
};

/// Intervals of sums and multiples; ends beyond 2^62 become unbounded.
Interval operator+(Interval a, Interval b);
Interval operator*(Interval a, int64_t factor);
/// The integers in both.
Interval intersect(Interval a, Interval b);
/// { floor(v / divisor) : v in a }, divisor > 0.
Interval floorDiv(Interval a, int64_t divisor);

/// One interval per variable id.
using Box = llvm::SmallVector<Interval, 8>;
using BoxRef = llvm::ArrayRef<Interval>;

/// The box of a loop nest with these extents.
Box boxOfExtents(llvm::ArrayRef<int64_t> extents);

/// floor(a / b) and a - b * floor(a / b), b > 0.
int64_t floorDiv(int64_t a, int64_t b);
int64_t floorMod(int64_t a, int64_t b);

} // namespace neo

#endif // NEO_ANALYSIS_INTERVAL_H
