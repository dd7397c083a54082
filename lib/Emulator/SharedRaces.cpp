//===- SharedRaces.cpp - Data races in shared memory ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SharedRaces.h"

namespace neo::ptx {

void SharedRaces::note(Stamp (&stamps)[2], const Stamp &stamp) {
  Stamp &first = stamps[0];
  // An access that is ordered before this one is implied by it.
  if (first.epoch == 0 || first.thread == stamp.thread ||
      clocks.isOrdered(first.thread, first.epoch, stamp.thread))
    first = stamp;
  else
    stamps[1] = stamp;
}

/// What an access of `kind` races with, and the name of the race.
const SharedRaces::Stamp *SharedRaces::findRace(const History &history,
                                                unsigned thread, Access kind,
                                                const char *&name) const {
  name = kind == Access::Read ? "RAW" : "WAW";
  if (races(history.write, thread))
    return &history.write;
  if (kind != Access::Atomic)
    for (const Stamp &atomic : history.atomics)
      if (races(atomic, thread))
        return &atomic;
  name = "WAR";
  if (kind != Access::Read)
    for (const Stamp &read : history.reads)
      if (races(read, thread))
        return &read;
  return nullptr;
}

std::optional<SharedRaces::Conflict>
SharedRaces::access(unsigned thread, uint32_t first, unsigned bytes,
                    Access kind, uint32_t pc) {
  Stamp stamp = {clocks.epoch(thread / warpSize), pc, uint16_t(thread)};
  for (uint32_t byte = first; byte < first + bytes; ++byte) {
    History &history = histories[byte];
    const char *name = nullptr;
    if (const Stamp *other = findRace(history, thread, kind, name))
      return Conflict{name, byte, other->thread, other->pc};
    if (kind == Access::Read)
      note(history.reads, stamp);
    else if (kind == Access::Atomic)
      note(history.atomics, stamp);
    else
      history.write = stamp;
  }
  return std::nullopt;
}

} // namespace neo::ptx
