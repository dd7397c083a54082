//===- SharedRaces.h - Data races in shared memory --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// For each byte of shared memory the last write, two reads and two atomic
// accesses are kept, with thread and epoch. An access races with one of these
// if the threads differ, one of the two writes, not both are atomic, and Clocks
// does not order them. It is
//
//     RAW   a read of what another thread wrote: a barrier is missing before it
//     WAR   a write over what another thread read: a barrier is missing after
//           the read, as in a loop that refills its tile
//     WAW   two writes
//
// Two reads suffice where all barriers are the block's: unordered reads are of
// the same epoch, and a writer differs from one of the two readers. With named
// barriers a race with a third reader may be missed.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_SHAREDRACES_H
#define NEO_LIB_EMULATOR_SHAREDRACES_H

#include "Clocks.h"

#include <optional>

namespace neo::ptx {

enum class Access : uint8_t { Read, Write, Atomic };

class SharedRaces {
public:
  SharedRaces(const Clocks &clocks, size_t bytes)
      : clocks(clocks), histories(bytes) {}

  struct Conflict {
    const char *kind; ///< "RAW", "WAR", "WAW".
    uint32_t byte;
    unsigned thread; ///< The other.
    uint32_t pc;     ///< The other's instruction.
  };

  /// Records an access, or returns what it races with.
  std::optional<Conflict> access(unsigned thread, uint32_t first,
                                 unsigned bytes, Access kind, uint32_t pc);

private:
  struct Stamp {
    uint32_t epoch = 0; ///< 0: there was no access.
    uint32_t pc = 0;
    uint16_t thread = 0;
  };
  struct History {
    Stamp write, reads[2], atomics[2];
  };
  bool races(const Stamp &stamp, unsigned thread) const {
    return stamp.epoch != 0 && stamp.thread != thread &&
           !clocks.isOrdered(stamp.thread, stamp.epoch, thread);
  }
  const Stamp *findRace(const History &history, unsigned thread, Access kind,
                        const char *&name) const;
  void note(Stamp (&stamps)[2], const Stamp &stamp);

  const Clocks &clocks;
  std::vector<History> histories;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_SHAREDRACES_H
