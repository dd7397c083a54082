//===- JoinLaunches.cpp - Launches that walk their ranges together --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Neighbours in the plan walk their ranges together (JointWalk.h) if steps of
// each have parts of their own (OwnParts.h), none reads what another writes,
// they have operands in common, and each touches far more than the second-level
// cache keeps for the next. Taking turns has its cost, as code comes anew into
// the first-level cache and prefetchers begin anew: so each takes as much at a
// time as leaves the second-level cache room for all. A layer and its
// gradients, 128 channels of 56x56 with stride 2, take 0.061 ms for 0.066, 32
// of 112x112 0.126 for 0.129; 512 of 14x14, of which the cache keeps most,
// 0.036 for 0.035.
//
//===----------------------------------------------------------------------===//

#include "PlanBuilder.h"

#include "Neo/Schedule/Schedule.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

/// What a block of steps touches: the second-level cache keeps it.
constexpr size_t blockBytes = size_t(256) << 10;

/// Less than this part of what a launch touches is not worth taking turns.
constexpr size_t leastPart = 8;

/// So many times what the second-level cache keeps is gone after a launch.
constexpr double timesCache = 2;

bool PlanBuilder::mayTakeTurns(size_t launch) const {
  const Launch &what = plan.launches[launch];
  auto staysPut = [&](int buffer) {
    BufferKind kind = plan.buffers[buffer].kind;
    return kind != BufferKind::Temporary && kind != BufferKind::Slice;
  };
  return firstResults.count(launch) && launch >= plan.prepared &&
         plan.loops.empty() && !batch && what.extent > 1 &&
         llvm::all_of(what.buffers, staysPut) &&
         double(bytesOf(what.buffers)) > timesCache * TargetModel().cacheBytes;
}

size_t PlanBuilder::bytesOf(ArrayRef<int> buffers) const {
  llvm::SmallSetVector<int, 8> distinct(buffers.begin(), buffers.end());
  size_t bytes = 0;
  for (int buffer : distinct)
    bytes += plan.buffers[buffer].bytes;
  return bytes;
}

/// Does `launch` write what `other` names?
bool PlanBuilder::writesFor(size_t launch, size_t other) const {
  ArrayRef<int> buffers = plan.launches[launch].buffers;
  return llvm::any_of(
      buffers.drop_front(firstResults.lookup(launch)), [&](int buffer) {
        return llvm::is_contained(plan.launches[other].buffers, buffer);
      });
}

/// May `next` be interleaved with the launches from `first` on?
bool PlanBuilder::fits(size_t first, size_t next) const {
  if (!mayTakeTurns(next) ||
      plan.launches[next].extent != plan.launches[first].extent)
    return false;
  return llvm::none_of(llvm::seq(first, next), [&](size_t other) {
    return writesFor(other, next) || writesFor(next, other);
  });
}

/// Does `launch` find enough in the cache that others of [first, end) read?
bool PlanBuilder::findsEnough(size_t launch, size_t first, size_t end) const {
  ArrayRef<int> buffers = plan.launches[launch].buffers;
  SmallVector<int> shared;
  for (size_t other = first; other < end; ++other)
    if (other != launch)
      llvm::copy_if(buffers, std::back_inserter(shared), [&](int buffer) {
        return llvm::is_contained(plan.launches[other].buffers, buffer);
      });
  return bytesOf(shared) * leastPart >= bytesOf(buffers);
}

/// Up to where launches from `first` on walk together.
size_t PlanBuilder::endOfWalk(size_t first) const {
  size_t end = first + 1;
  if (!mayTakeTurns(first))
    return end;
  while (end < plan.launches.size() && fits(first, end))
    ++end;
  while (end > first + 1 && !llvm::all_of(llvm::seq(first, end), [&](size_t i) {
           return findsEnough(i, first, end);
         }))
    --end;
  return end;
}

void PlanBuilder::joinLaunches() {
  for (size_t first = 0, end; first < plan.launches.size(); first = end) {
    end = endOfWalk(first);
    Launch &leader = plan.launches[first];
    leader.together = end - first;
    if (leader.together == 1)
      continue;
    SmallVector<int> touched;
    for (size_t launch = first; launch < end; ++launch)
      llvm::append_range(touched, plan.launches[launch].buffers);
    leader.block = std::max<size_t>(1, blockBytes * size_t(leader.extent) /
                                           bytesOf(touched));
  }
}
