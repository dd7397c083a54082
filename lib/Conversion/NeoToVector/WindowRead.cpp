//===- WindowRead.cpp - Lanes from contiguous windows ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WindowRead.h"

using namespace mlir;
using namespace neo;

/// Shuffle mask that adds the lanes of window `number` to those before; the
/// first shuffle permutes window 0, too.
static SmallVector<int64_t> joinOrder(ArrayRef<int64_t> places,
                                      ArrayRef<LaneWindow> windows,
                                      size_t number, int64_t lanes) {
  SmallVector<int64_t> order;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t place = lane < int64_t(places.size()) ? places[lane] : places[0];
    int64_t inFirst = place - windows.front().start;
    int64_t inNext =
        number < windows.size() ? place - windows[number].start : -1;
    if (inNext >= 0 && inNext < lanes)
      order.push_back(lanes + inNext);
    else
      order.push_back(number == 1 && inFirst < lanes ? inFirst : lane);
  }
  return order;
}

Value neo::readWindows(TileState &state, ArrayRef<int64_t> places,
                       llvm::function_ref<Value(LaneWindow)> load) {
  SmallVector<LaneWindow> windows = findWindows(places, state.lanes);
  Value all = load(windows.front());
  for (size_t number = 1; number < std::max<size_t>(windows.size(), 2);
       ++number) {
    Value next = number < windows.size() ? load(windows[number]) : all;
    all = vector::ShuffleOp::create(
        state.b, state.loc, all, next,
        joinOrder(places, windows, number, state.lanes));
  }
  return all;
}
