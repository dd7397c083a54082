//===- Block.cpp - One block of the grid, executed ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Block.h"

#include "Messages.h"

#include <algorithm>

namespace neo::ptx {

static unsigned countWarps(const LaunchState &launch) {
  return unsigned((launch.block.count() + warpSize - 1) / warpSize);
}

Block::Block(const LaunchState &launch, Extent3 index, IssueCounts &counts)
    : launch(launch), index(index), counts(counts), clocks(countWarps(launch)),
      shared(launch.sharedBytes, launch.options, clocks), barriers(*this),
      random(launch.options.scheduleSeed +
             (index.x + uint64_t(launch.grid.x) *
                            (index.y + uint64_t(launch.grid.y) * index.z))) {
  uint64_t threads = launch.block.count();
  for (unsigned number = 0; number < countWarps(launch); ++number) {
    uint64_t rest = threads - uint64_t(number) * warpSize;
    LaneMask lanes = rest >= warpSize ? allLanes : (LaneMask(1) << rest) - 1;
    warps.emplace_back(*this, number, lanes);
  }
  for (Warp &warp : warps)
    warp.start();
}

Warp *Block::chooseWarp() {
  unsigned count = unsigned(warps.size()), first = lastWarp;
  if (launch.options.scheduleSeed != 0)
    first = unsigned(random() % count);
  for (unsigned i = 0; i < count; ++i) {
    Warp &warp = warps[(first + i) % count];
    if (warp.state == Warp::Ready) {
      lastWarp = warp.number;
      return &warp;
    }
  }
  return nullptr;
}

uint64_t Block::chooseBurst() {
  if (launch.options.scheduleSeed == 0)
    return ~uint64_t(0);
  // Mostly a few instructions, sometimes enough for a warp to overtake others.
  return uint64_t(1) << random() % 8;
}

bool Block::takeInstructions() {
  // So many that blocks on other threads seldom meet at the common count.
  constexpr uint64_t share = 1 << 16;
  uint64_t left = launch.instructionsLeft;
  while (left != 0 && !launch.instructionsLeft.compare_exchange_weak(
                          left, left - std::min(left, share)))
    ;
  instructions = std::min(left, share);
  return instructions != 0;
}

void Block::runWarp(Warp &warp) {
  for (uint64_t burst = chooseBurst();
       burst > 0 && warp.state == Warp::Ready && !failed(); --burst) {
    if (instructions == 0 && !takeInstructions()) {
      warp.fail("is still running after the launch has issued " +
                    std::to_string(launch.options.instructionLimit) +
                    " instructions: a loop has no end, or the limit is too low",
                warpSize);
      return;
    }
    --instructions;
    warp.step();
  }
}

bool Block::run() {
  while (!failed()) {
    Warp *warp = chooseWarp();
    if (!warp) {
      barriers.reportMissing();
      break;
    }
    runWarp(*warp);
  }
  launch.instructionsLeft += instructions;
  return !failed();
}

} // namespace neo::ptx
