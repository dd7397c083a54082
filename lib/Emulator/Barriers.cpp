//===- Barriers.cpp - The 16 barriers of a block --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Barriers.h"

#include "Block.h"
#include "Messages.h"

namespace neo::ptx {

bool Barriers::check(Warp &warp, const Arrival &arrival, uint64_t expected) {
  if (arrival.barrier >= barriers.size()) {
    warp.fail("names barrier " + std::to_string(arrival.barrier) +
                  "; a block has 16, 0 to 15",
              warpSize);
    return false;
  }
  if (LaneMask away = warp.stack.liveLanes() & ~arrival.lanes; away != 0) {
    warp.fail("comes to this barrier with lanes " + printHex(arrival.lanes) +
                  " while its lanes " + printHex(away) +
                  " are elsewhere: a divergent barrier",
              warpSize);
    return false;
  }
  if (expected % warpSize != 0 && arrival.expected != 0) {
    warp.fail("expects " + std::to_string(expected) +
                  " threads, which is no multiple of 32",
              warpSize);
    return false;
  }
  Barrier &barrier = barriers[arrival.barrier];
  if (barrier.threads != 0 && barrier.expected != expected) {
    warp.fail("expects " + std::to_string(expected) +
                  " threads at a barrier at which others expect " +
                  std::to_string(barrier.expected),
              warpSize);
    return false;
  }
  return true;
}

void Barriers::arrive(Warp &warp, const Arrival &arrival) {
  uint64_t all = block.launch.block.count();
  uint64_t expected = arrival.expected != 0 ? arrival.expected : all;
  if (!check(warp, arrival, expected))
    return;
  Barrier &barrier = barriers[arrival.barrier];
  barrier.expected = expected;
  barrier.votes += unsigned(__builtin_popcount(arrival.ballot));
  barrier.arrived.push_back(warp.number);
  // Barriers count whole warps; the block's last warp may be a part of one.
  uint64_t lanes = warpSize;
  if (arrival.expected == 0)
    lanes = std::min<uint64_t>(warpSize, all - warp.number * warpSize);
  barrier.threads += lanes;
  if (arrival.waits) {
    warp.state = Warp::Waiting;
    barrier.waiting.push_back({warp.number, arrival, block.pc});
  }
  if (barrier.threads >= barrier.expected)
    release(barrier);
}

void Barriers::giveVote(const Waiting &waiting, const Barrier &barrier) {
  const Arrival &arrival = waiting.arrival;
  Warp &warp = block.warps[waiting.warp];
  if (arrival.vote == Vote::Count) {
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (arrival.lanes >> lane & 1)
        warp.lanes(arrival.result)[lane] = barrier.votes;
  } else if (arrival.vote != Vote::None) {
    bool yes = arrival.vote == Vote::And ? barrier.votes == barrier.threads
                                         : barrier.votes != 0;
    LaneMask &result = warp.predicate(arrival.result);
    result = yes ? result | arrival.lanes : result & ~arrival.lanes;
  }
}

void Barriers::release(Barrier &barrier) {
  std::vector<unsigned> waiting;
  for (const Waiting &each : barrier.waiting) {
    giveVote(each, barrier);
    waiting.push_back(each.warp);
    Warp &warp = block.warps[each.warp];
    warp.state = Warp::Ready;
    warp.stack.reconverge();
  }
  block.clocks.joinWarps(barrier.arrived, waiting);
  barrier = {};
}

void Barriers::reportMissing() {
  for (size_t number = 0; number < barriers.size(); ++number) {
    const Barrier &barrier = barriers[number];
    if (barrier.waiting.empty())
      continue;
    uint64_t ended = 0;
    std::string elsewhere;
    for (const Warp &warp : block.warps)
      ended += warp.state == Warp::Done;
    for (size_t other = number + 1; other < barriers.size(); ++other)
      for (const Waiting &each : barriers[other].waiting)
        elsewhere = ", warp " + std::to_string(each.warp) +
                    " waits at barrier " + std::to_string(other) + ", line " +
                    std::to_string(block.launch.program.code[each.pc].line);
    const Waiting &first = barrier.waiting.front();
    block.fail(printLine(block.launch.program, first.pc) + "block " +
               printExtent(block.index) + " is stuck: barrier " +
               std::to_string(number) + " waits for " +
               std::to_string(barrier.expected) + " threads, " +
               std::to_string(barrier.threads) + " have come (warp " +
               std::to_string(first.warp) + " first), " +
               std::to_string(ended) + " of the block's " +
               std::to_string(block.warps.size()) + " warps have ended" +
               elsewhere);
    return;
  }
}

} // namespace neo::ptx
