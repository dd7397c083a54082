//===- Barriers.h - The 16 barriers of a block ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Warps arrive at a barrier and wait until as many threads have come as it
// expects: the whole block, or the number that the instruction names. It is an
// error if lanes of a warp have diverged (the aligned forms need all of them),
// if two warps expect different numbers, and if all other warps wait at another
// barrier or have ended: a deadlock.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_BARRIERS_H
#define NEO_LIB_EMULATOR_BARRIERS_H

#include "Instruction.h"

#include <array>

namespace neo::ptx {

class Block;

class Barriers {
public:
  /// How bar.red reduces the threads' predicates.
  enum class Vote : uint8_t { None, And, Or, Count };

  explicit Barriers(Block &block) : block(block) {}

  struct Arrival {
    uint64_t barrier = 0;
    uint64_t expected = 0; ///< Threads; 0: the block's.
    bool waits = true;     ///< bar.arrive does not.
    Vote vote = Vote::None;
    LaneMask lanes = 0;   ///< That arrive.
    LaneMask ballot = 0;  ///< Their predicates.
    Slot result = noSlot; ///< Of the vote.
  };
  void arrive(Warp &warp, const Arrival &arrival);

  /// Reports a deadlock, if warps wait although none is ready.
  void reportMissing();

private:
  struct Waiting {
    unsigned warp;
    Arrival arrival;
    uint32_t pc;
  };
  struct Barrier {
    uint64_t threads = 0, expected = 0, votes = 0;
    std::vector<unsigned> arrived;
    std::vector<Waiting> waiting;
  };
  bool check(Warp &warp, const Arrival &arrival, uint64_t expected);
  void release(Barrier &barrier);
  void giveVote(const Waiting &waiting, const Barrier &barrier);

  Block &block;
  std::array<Barrier, 16> barriers;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_BARRIERS_H
