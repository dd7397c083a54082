//===- SharedRaces.cpp - Two accesses that nothing orders -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SharedRaces.h"

namespace neo::ptx {

void SharedRaces::noteRead(History &history, const Stamp &stamp) {
  Stamp &first = history.reads[0];
  // A read that is ordered before this one says no more than this one.
  if (first.epoch == 0 || first.thread == stamp.thread ||
      clocks.isOrdered(first.thread, first.epoch, stamp.thread))
    first = stamp;
  else
    history.reads[1] = stamp;
}

std::optional<SharedRaces::Conflict>
SharedRaces::access(unsigned thread, uint32_t first, unsigned bytes,
                    Access kind, uint32_t place) {
  Stamp stamp = {clocks.epoch(thread / warpSize), place, uint16_t(thread),
                 kind == Access::Atomic};
  for (uint32_t byte = first; byte < first + bytes; ++byte) {
    History &history = histories[byte];
    if (races(history.write, thread, kind))
      return Conflict{kind == Access::Read ? "RAW" : "WAW", byte,
                      history.write.thread, history.write.place};
    if (kind == Access::Read) {
      noteRead(history, stamp);
      continue;
    }
    for (const Stamp &read : history.reads)
      if (races(read, thread, kind))
        return Conflict{"WAR", byte, read.thread, read.place};
    history.write = stamp;
  }
  return std::nullopt;
}

} // namespace neo::ptx
