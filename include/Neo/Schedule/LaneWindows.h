//===- LaneWindows.h - Lanes found in a few vectors -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes that are no neighbours may still lie close together: turned round,
// repeated, or rotated inside groups. Then vectors of neighbours, the windows,
// hold all of them, and permutations put them in order:
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
  int64_t reach; // elements from the first to the last one that is wanted
};

/// The vectors of `lanes` neighbours, in rising order, that hold the elements
/// at `places`.
llvm::SmallVector<LaneWindow> findWindows(llvm::ArrayRef<int64_t> places,
                                          int64_t lanes);

/// A masked load that keeps the other lanes, in loads.
constexpr double costOfShift = 1.5;
/// Loads that reading `windows` windows, and putting their lanes in order, are
/// as expensive as; there may be too many of them.
double costOfWindows(size_t windows);
double costOfPermutations(size_t windows);

/// Loads that reading `lanes` lanes piece by piece is as expensive as.
double costOfPieces(LaneAccess access, int64_t lanes, int64_t chunk);

} // namespace neo

#endif // NEO_SCHEDULE_LANEWINDOWS_H
