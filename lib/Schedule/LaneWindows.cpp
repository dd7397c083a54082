//===- LaneWindows.cpp - Lanes found in a few vectors ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/LaneWindows.h"

#include <limits>

using namespace mlir;
using namespace neo;

SmallVector<LaneWindow> neo::findWindows(ArrayRef<int64_t> places,
                                         int64_t lanes) {
  SmallVector<int64_t> sorted(places);
  llvm::sort(sorted);
  SmallVector<LaneWindow> windows;
  for (int64_t place : sorted) {
    if (windows.empty() || place - windows.back().start >= lanes)
      windows.push_back({place, 0});
    windows.back().reach = place - windows.back().start + 1;
  }
  return windows;
}

double neo::costOfPermutations(size_t windows) {
  return 0.75 * double(std::max<size_t>(windows, 2) - 1);
}

double neo::costOfWindows(size_t windows) {
  constexpr size_t most = 8;
  if (windows > most)
    return std::numeric_limits<double>::infinity();
  return double(windows) + costOfPermutations(windows);
}

double neo::costOfPieces(LaneAccess access, int64_t lanes, int64_t chunk) {
  switch (access) {
  case LaneAccess::broadcast:
  case LaneAccess::contiguous:
    return 1;
  case LaneAccess::strided:
    return 3.0 * double(chunk); // a shuffle, and loads across lines
  case LaneAccess::chunked:
    return 1.15 * double(lanes) / double(chunk);
  case LaneAccess::scattered:
    return 2.5 * double(lanes);
  }
  llvm_unreachable("every lane access has a cost");
}
