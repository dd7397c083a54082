//===- LaneWindows.h - Lanes found in a few vectors -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes that are not contiguous may still be close together: reversed,
// repeated, or rotated within groups. Then a few contiguous vectors, the
// windows, contain all of them, and permutations put them in order:
//
//     lane          0  1  2  3  4  5  6  7
//     X from        3  4  5  6  7  0  1  2      one window, from 0, permuted
//     X from        6  6  7  7  8  8  9  9      one window, from 6
//     X from       30 31  0  1  2  3  4  5      two windows, from 0 and from 30
//
// Steps of a tile whose lanes are other permutations of the same elements share
// their windows.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_LANEWINDOWS_H
#define NEO_SCHEDULE_LANEWINDOWS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

struct LaneWindow {
  int64_t start;
  int64_t reach; // elements from the first to the last one that is used
};

/// The contiguous vectors of `lanes` elements, in ascending order, that contain
/// the elements at `places`.
llvm::SmallVector<LaneWindow> findWindows(llvm::ArrayRef<int64_t> places,
                                          int64_t lanes);

/// Cost of a masked load with pass-through, in loads.
constexpr double costOfShift = 1.5;
/// Cost of loading `windows` windows and permuting their lanes, in loads;
/// infinite for too many of them.
double costOfWindows(size_t windows);
double costOfPermutations(size_t windows);

/// Cost of loading `lanes` lanes by runs or one by one, in loads.
double costOfPieces(LaneAccess access, int64_t lanes, int64_t chunk);

} // namespace neo

#endif // NEO_SCHEDULE_LANEWINDOWS_H
