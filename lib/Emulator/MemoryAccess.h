//===- MemoryAccess.h - From an address to its bytes, checked ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Generic addresses hold the state space in their high bits: shared, local and
// parameter memory are windows above all buffers of global memory. `cvta` adds
// or subtracts the start of a window. An access that names its state space,
// such as ld.shared, uses addresses relative to it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_MEMORYACCESS_H
#define NEO_LIB_EMULATOR_MEMORYACCESS_H

#include "SharedRaces.h"
#include "Warp.h"

namespace neo::ptx {

constexpr uint64_t sharedWindow = uint64_t(1) << 62;
constexpr uint64_t localWindow = sharedWindow + (uint64_t(1) << 60);
constexpr uint64_t paramWindow = localWindow + (uint64_t(1) << 60);

/// The start of a space's window, 0 for global memory.
uint64_t windowOf(Space space);
/// The state space that a generic address is in.
Space spaceOf(uint64_t address);

/// The `bytes` bytes that lane `lane` accesses, or null and an error of the
/// block.
uint8_t *resolve(Warp &warp, unsigned lane, Space space, uint64_t address,
                 unsigned bytes, Access kind);

/// The addresses of one access by a warp.
struct WarpAddresses {
  LaneMask lanes = 0;
  unsigned bytes = 0; ///< Of each lane.
  uint64_t address[warpSize] = {};

  void add(unsigned lane, uint64_t at) {
    lanes |= LaneMask(1) << lane;
    address[lane] = at;
  }
};

/// Counts an access by its state space, a generic one lane by lane.
void countAccess(Warp &warp, Space space, const WarpAddresses &addresses);
void countGlobal(Warp &warp, const WarpAddresses &addresses);
void countShared(Warp &warp, const WarpAddresses &addresses);
/// `rows` rows of 16 bytes, eight of them in a phase.
void countMatrixRows(Warp &warp, const uint64_t *rows, unsigned number);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_MEMORYACCESS_H
