//===- SharedMemory.h - A block's shared memory and its checks --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The bytes and their shadow state: whether a byte was written, whether a
// cp.async is still pending for it, the last accesses (SharedRaces.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_SHAREDMEMORY_H
#define NEO_LIB_EMULATOR_SHAREDMEMORY_H

#include "AsyncCopies.h"
#include "SharedRaces.h"

#include "Neo/Emulator/Emulator.h"

namespace neo::ptx {

class SharedMemory {
public:
  SharedMemory(uint32_t bytes, const Options &options, const Clocks &clocks);

  /// The `bytes` bytes at `offset`, for an access by lane `lane`; null, and an
  /// error of the block, if it is not allowed.
  uint8_t *access(Warp &warp, unsigned lane, uint64_t offset, unsigned bytes,
                  Access kind);

  /// A cp.async of this thread may write these bytes at any time from now on.
  bool startCopy(Warp &warp, unsigned lane, uint64_t offset, unsigned bytes);
  /// The copy has been waited for: its bytes are there.
  void endCopy(const Warp &warp, unsigned lane, const AsyncCopy &copy);

  size_t size() const { return data.size(); }

private:
  bool checkBounds(Warp &warp, unsigned lane, uint64_t offset, unsigned bytes,
                   const char *does);
  bool checkCopies(Warp &warp, unsigned lane, uint32_t offset, unsigned bytes,
                   const char *does);
  bool checkRaces(Warp &warp, unsigned lane, uint32_t offset, unsigned bytes,
                  Access kind);

  struct Pending {
    uint32_t pc = 0; ///< Of the cp.async, plus one; 0: none.
    unsigned thread = 0;
  };
  const Options &options;
  std::vector<uint8_t> data, initialised;
  std::vector<Pending> pending;
  SharedRaces races;
  uint64_t pendingBytes = 0;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_SHAREDMEMORY_H
