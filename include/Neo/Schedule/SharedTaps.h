//===- SharedTaps.h - Taps shifted by a lane --------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Taps of a strided window whose distance is the stride read the same elements,
// shifted by one lane. Of
//
//     C[q] = sum_{r, s} A[r, 2 * q + s - 1] * W[r, s]         r, s < 3
//
// the first tap of a vector is the third one shifted by a lane:
//
//     s = 2, vector before    1  3  5  7
//     s = 2, this vector      9 11 13 15
//     s = 0, this vector      7  9 11 13
//
// In a tile of whole rows its elements need not be loaded and shuffled. Nor is
// every vector shifted: the sum over the rows of the window for that tap,
//
//     B[q] = sum_r A[r, 2 * q + 1] * W[r, 0]
//
// is accumulated separately, and shifted once,
//
//     C[q] = sum_{r, s > 0} A[r, 2 * q + s - 1] * W[r, s] + B[q - 1]
//
// Before the first vector of a row there is padding, so this applies only to
// taps that have no term in that one lane.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_SHAREDTAPS_H
#define NEO_SCHEDULE_SHAREDTAPS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// The steps of an unrolled reduction that correspond to one lane of the
/// result.
struct TapShift {
  unsigned loop;
  int64_t steps;
};

/// The shift by which later taps read, one lane earlier, the same elements as
/// others of the only operand that varies by lane; none where a tile is not a
/// whole row of a sum.
std::optional<TapShift> findTapShift(const LoopNest &nest,
                                     const Schedule &schedule);

/// The fraction of taps that such a tile loads.
double shareOfTaps(const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_SHAREDTAPS_H
