//===- SharedTaps.h - Taps that read the same, a lane apart -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The taps of a strided window that lie a stride apart read the same elements,
// one lane further on. Of
//
//     C[q] = sum_{r, s} A[r, 2 * q + s - 1] * W[r, s]         r, s < 3
//
// the first tap of a vector is the third one's, shifted by a lane:
//
//     s = 2, vector before    1  3  5  7
//     s = 2, this vector      9 11 13 15
//     s = 0, this vector      7  9 11 13
//
// In a tile of whole rows no range is read and sorted for it. Nor is every
// vector shifted: what the rows of the window add up to for that tap,
//
//     B[q] = sum_r A[r, 2 * q + 1] * W[r, 0]
//
// is summed beside the others, and shifted once,
//
//     C[q] = sum_{r, s > 0} A[r, 2 * q + s - 1] * W[r, s] + B[q - 1]
//
// Before the first vector of a row that is padding, which is why these taps and
// no others are summed so: one lane of them has no term.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_SHAREDTAPS_H
#define NEO_SCHEDULE_SHAREDTAPS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// A step of a written-out reduction that is a lane of the result.
struct TapShift {
  unsigned loop;
  int64_t steps;
};

/// The later taps that read, a lane before, what others do of the one operand
/// that lanes move; nothing where a tile is not a whole row of a sum.
std::optional<TapShift> findTapShift(const LoopNest &nest,
                                     const Schedule &schedule);

/// The share of taps that such a tile reads.
double shareOfTaps(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_SHAREDTAPS_H
