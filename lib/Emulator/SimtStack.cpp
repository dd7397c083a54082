//===- SimtStack.cpp - Which lanes run where ------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SimtStack.h"

namespace neo::ptx {

void SimtStack::branch(uint32_t target, uint32_t meeting, LaneMask taken) {
  Entry &top = entries.back();
  LaneMask others = top.lanes & ~taken;
  if (taken == 0)
    return;
  if (others == 0) {
    top.place = target;
    return;
  }
  branchMany({{top.place, others}, {target, taken}}, meeting);
}

void SimtStack::branchMany(
    const std::vector<std::pair<uint32_t, LaneMask>> &ways, uint32_t meeting) {
  // A loop that lanes leave one after the other meets where its entry ends: the
  // entry that waits there is on the stack already.
  if (entries.back().meeting == meeting)
    entries.pop_back();
  else
    entries.back().place = meeting;
  for (auto [place, lanes] : ways)
    if (lanes != 0 && place != meeting)
      entries.push_back({place, meeting, lanes});
}

bool SimtStack::leave(LaneMask lanes, size_t base) {
  for (size_t i = base; i < entries.size(); ++i)
    entries[i].lanes &= ~lanes;
  while (entries.size() > base && entries.back().lanes == 0)
    entries.pop_back();
  return entries.size() == base;
}

} // namespace neo::ptx
