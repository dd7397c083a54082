//===- ColumnLatency.cpp - Latency of columns from beyond L2 --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The hardware prefetcher does not cross pages. A tile that goes down a column,
//
//     C[i, j] = sum_k A[k, i] * B[k, j]     vector j: 8, tile i: 8, j: 3
//
// finds the line of A of every step in a page of its own. Where A is larger
// than L2 and all of it passes between two uses of a line, every step waits for
// the last-level cache: out-of-order execution hides a part of the latency, as
// it holds a dozen of such steps. Blocks of the reduction with the columns
// outermost reuse them from L1, and a panel of B is short enough for A to be
// read along a few rows at once,
//
//     1000 x 1000 of f64     order [j, i]                             108 ms
//                            order [j, i] block [k: 128]               69
//                            order [i, j] block [k: 128]               45
//                            order [j, k, i] block [k: 32] pack [1]    41
//
// Layout conversion (PackOperands.cpp) may transpose A before. Huge pages
// change nothing: it is not the TLB.
//
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Machine/Page.h"
#include "Neo/Schedule/PrefetchPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Is an element of `operand` used in many tiles? One that is used once or
/// twice is a stream (StreamBandwidth.h).
static bool isReused(const LoopNest &nest, const NestOperand &operand) {
  constexpr int64_t fewUses = 16;
  return nest.points() >= fewUses * operand.type.getNumElements();
}

namespace {
/// How a tile goes through an operand in the steps of its reduction.
struct ColumnWalk {
  double places = 1, steps = 1; // those that are not contiguous
  double bytes = 0;             // at the places of a step, in whole lines
  bool isFollowed = false;      // by the hardware prefetcher

  ColumnWalk(const LoopNest &nest, const Schedule &schedule,
             const NestOperand &operand);
};
} // namespace

ColumnWalk::ColumnWalk(const LoopNest &nest, const Schedule &schedule,
                       const NestOperand &operand) {
  constexpr int64_t followed = pageBytes / 2;
  struct Loop {
    int64_t stride, steps;
    bool isReduction;
  };
  SmallVector<Loop> loops;
  int64_t run = getElementBytes(operand.type);
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (operand.dependsOn(loop))
      loops.push_back({std::abs(operand.access.coefficients[loop]) * run,
                       stepAround(nest, schedule, loop), info.isReduction});
  llvm::sort(loops,
             [](const Loop &a, const Loop &b) { return a.stride < b.stride; });
  bool isRow = false;
  for (const Loop &loop : loops) {
    if (loop.steps == 1)
      continue;
    if (loop.stride <= std::max(run, cacheLineBytes)) {
      run += loop.stride * (loop.steps - 1);
      isRow |= loop.isReduction;
    } else if (loop.isReduction) {
      steps *= double(loop.steps);
      isFollowed |= loop.stride <= followed;
    } else {
      places *= double(loop.steps);
    }
  }
  isFollowed |= isRow && run >= 2 * cacheLineBytes;
  bytes = places * double(llvm::alignTo(run, cacheLineBytes));
}

/// How many times a place of `walk` is fetched again from beyond L2, where a
/// loop that `operand` does not depend on cannot reuse what it touches. Every
/// schedule, also one that packs, fetches it once.
static double countRefetches(const LoopNest &nest, const Schedule &schedule,
                             const NestOperand &operand, const ColumnWalk &walk,
                             double cacheBytes) {
  SmallVector<unsigned> order(schedule.order);
  if (schedule.blockedLoop && !schedule.blocksInside())
    order.insert(order.begin(), *schedule.blockedLoop);
  double kept = walk.bytes * walk.steps, fetches = walk.places * walk.steps;
  for (unsigned loop : llvm::reverse(order)) {
    double trips = double(llvm::divideCeil(nest.loops[loop].extent,
                                           stepAround(nest, schedule, loop)));
    bool isReusing = !operand.dependsOn(loop) && kept <= cacheBytes;
    fetches *= isReusing ? 1 : trips;
    kept *= operand.dependsOn(loop) ? trips : 1;
  }
  double bytes =
      double(operand.type.getNumElements() * getElementBytes(operand.type));
  return std::max(fetches - bytes * walk.places / walk.bytes, 0.0);
}

/// Do the tiles of the innermost loop go on where the last one ended, at no
/// more places than the hardware prefetcher follows? The L2 streamer of Intel's
/// cores, which has most, knows 32 pages.
static bool isStream(const LoopNest &nest, const Schedule &schedule,
                     const NestOperand &operand, const ColumnWalk &walk) {
  constexpr double mostPages = 32;
  for (unsigned loop : llvm::reverse(schedule.order)) {
    int64_t step = stepAround(nest, schedule, loop);
    if (nest.loops[loop].extent <= step || !operand.dependsOn(loop))
      continue;
    int64_t apart = std::abs(operand.access.coefficients[loop]) * step *
                    getElementBytes(operand.type);
    return walk.places * walk.steps <= mostPages &&
           double(apart) * walk.places <= walk.bytes;
  }
  return false;
}

double ScheduleCost::columnLatency(const Schedule &schedule) const {
  constexpr double wait = 16;
  if (!nest.hasReduction() || nest.hasBatch())
    return 0;
  double fetches = 0;
  for (auto [number, operand] : llvm::enumerate(nest.operands)) {
    int64_t bytes =
        operand.type.getNumElements() * getElementBytes(operand.type);
    if (double(bytes) <= target.cacheBytes || schedule.isPacked(number) ||
        operand.access.irregular.any() || !isReused(nest, operand))
      continue;
    ColumnWalk walk(nest, schedule, operand);
    if (walk.steps > 1 && !walk.isFollowed &&
        !isStream(nest, schedule, operand, walk))
      fetches +=
          countRefetches(nest, schedule, operand, walk, target.cacheBytes);
  }
  return wait * fetches;
}
