//===- SimtStack.cpp - Divergence and reconvergence -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SimtStack.h"

namespace neo::ptx {

void SimtStack::branch(uint32_t target, uint32_t reconvergence,
                       LaneMask taken) {
  Entry &top = entries.back();
  LaneMask others = top.lanes & ~taken;
  if (taken == 0)
    return;
  if (others == 0) {
    top.pc = target;
    return;
  }
  branchMany({{top.pc, others}, {target, taken}}, reconvergence);
}

void SimtStack::branchMany(
    const std::vector<std::pair<uint32_t, LaneMask>> &paths,
    uint32_t reconvergence) {
  // Lanes that leave a loop one after the other reconverge where the entry is
  // popped anyway: the entry that waits there is on the stack already.
  if (entries.back().reconvergence == reconvergence)
    entries.pop_back();
  else
    entries.back().pc = reconvergence;
  for (auto [pc, lanes] : paths)
    if (lanes != 0 && pc != reconvergence)
      entries.push_back({pc, reconvergence, lanes});
}

bool SimtStack::leave(LaneMask lanes, size_t base) {
  for (size_t i = base; i < entries.size(); ++i)
    entries[i].lanes &= ~lanes;
  while (entries.size() > base && entries.back().lanes == 0)
    entries.pop_back();
  return entries.size() == base;
}

} // namespace neo::ptx
