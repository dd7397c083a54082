//===- LaunchLoop.h - launches that are repeated ----------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A recurrent network runs the launches of one step repeatedly, on different
// slices of the same buffers. A plan has loops for that:
//
//     loops    launches [1, 4), 10 trips
//     slices   x_t:  slice t of x,      position t mod 10
//              h_in: slice t of a ring, position t mod 2
//              h_out: the same ring,    position (t + 1) mod 2
//
// A slice is a view of another buffer, at an offset of `bytes` times a position
// that depends on the trip: (first + step * t) mod period. So tensors are read
// and stacked slice by slice, backwards with a step of -1, and a state
// alternates between the two halves of a ring buffer without a copy.
//
// Loops nest: they are listed in the order in which they begin, an outer one
// before those inside it. A slice of an inner loop may lie in a slice of an
// outer one.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_LAUNCHLOOP_H
#define NEO_RUNTIME_LAUNCHLOOP_H

#include <cstddef>
#include <cstdint>

namespace neo {

/// The launches [begin, end) are run `trips` times.
struct LaunchLoop {
  size_t begin = 0, end = 0;
  int64_t trips = 0;
  /// The first loop of the plan that does not lie in this one.
  size_t next = 0;
};

struct Slice {
  /// The buffer that it lies in.
  int base = 0;
  /// The loop whose trips move it; negative: it stays at `first`.
  int loop = -1;
  int64_t first = 0, step = 0, period = 1;

  /// Are the positions of so many trips numbers of 64 bits?
  bool isInRange(int64_t trips) const {
    int64_t last;
    return !__builtin_mul_overflow(step, trips, &last) &&
           !__builtin_add_overflow(last, first, &last);
  }

  /// Of most slices no division is left: stacks stay within their period, and
  /// that of rings is a power of two.
  int64_t position(int64_t trip) const {
    int64_t position = first + step * trip;
    if (0 <= position && position < period)
      return position;
    if ((period & (period - 1)) == 0)
      return position & (period - 1);
    position %= period;
    return position < 0 ? position + period : position;
  }
};

} // namespace neo

#endif // NEO_RUNTIME_LAUNCHLOOP_H
