//===- Barriers.h - The 16 barriers of a block ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Warps arrive at a barrier and wait until as many threads have come as it
// expects: the whole block, or the number that the instruction names. It is an
// error if lanes of a warp are elsewhere (the aligned forms need all of them),
// if two warps expect different numbers, and if all who could still come wait
// elsewhere or have ended: then nothing moves any more.
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
  /// What bar.red makes of the threads' predicates.
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

  /// An error if warps wait although none can go on.
  void reportMissing();

private:
  struct Waiting {
    unsigned warp;
    Arrival arrival;
    uint32_t place;
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
