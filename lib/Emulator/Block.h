//===- Block.h - One block of the grid, executed ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The warps of a block, its shared memory and barriers, and the scheduler:
// which warp issues next, and for how long. Without a seed each warp runs until
// it has to wait, which is fastest; with one, a random warp issues a
// random number of instructions, then the next.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_BLOCK_H
#define NEO_LIB_EMULATOR_BLOCK_H

#include "Barriers.h"
#include "IssueCounts.h"
#include "SharedMemory.h"
#include "Warp.h"

#include <atomic>
#include <mutex>
#include <random>

namespace neo::ptx {

/// What all blocks of a launch have in common.
struct LaunchState {
  const Program &program;
  const Function &entry;
  Extent3 grid, block;
  uint32_t dynamicShared = 0;
  uint32_t sharedBytes = 0;        ///< Static and dynamic.
  std::vector<uint64_t> addresses; ///< Of the program's variables.
  std::vector<uint8_t> parameters;
  DeviceMemory &memory;
  const Options &options;
  std::mutex &atomics; ///< Held while an atomic changes global memory.
  /// Of the limit, shared by the blocks.
  std::atomic<uint64_t> &instructionsLeft;
};

class Block {
public:
  Block(const LaunchState &launch, Extent3 index, IssueCounts &counts);

  /// Runs all warps to their end. False, and a message in `error`, if one
  /// fails.
  bool run();

  void fail(const std::string &message) {
    if (error.empty())
      error = message;
  }
  bool failed() const { return !error.empty(); }

  const LaunchState &launch;
  const Extent3 index;
  IssueCounts &counts;
  std::vector<Warp> warps;
  Clocks clocks;
  SharedMemory shared;
  Barriers barriers;
  std::string error;
  uint32_t pc = 0; ///< Of the current instruction.

private:
  Warp *chooseWarp();
  uint64_t chooseBurst();
  void runWarp(Warp &warp);
  /// Some of the launch's instructions for this block; false: none are left.
  bool takeInstructions();

  std::mt19937_64 random;
  unsigned lastWarp = 0;
  uint64_t instructions = 0; ///< That the block may issue before it asks again.
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_BLOCK_H
