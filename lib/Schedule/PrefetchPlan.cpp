//===- PrefetchPlan.cpp - Software prefetch of operands -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/PrefetchPlan.h"

#include "StreamBandwidth.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/MathFunctions.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Schedule/AccessPlan.h"
#include "Neo/Schedule/LastLevelCache.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// With fewer uses per element the kernel is bound by bandwidth, and the
/// hardware prefetcher suffices for a few streams.
constexpr int64_t leastUses = 16;
constexpr int64_t leastPlaces = 4;
/// Least size of a tensor with few uses that is prefetched into L2.
constexpr int64_t leastStreamBytes = 16 << 20;
/// Most bytes that are prefetched ahead, beside the working set.
constexpr double mostAheadBytes = 512 * 1024;

int64_t neo::stepAround(const LoopNest &nest, const Schedule &schedule,
                        unsigned loop) {
  const NestLoop &info = nest.loops[loop];
  if (schedule.blockedLoop == loop)
    return schedule.block;
  return info.isReduction ? info.extent
                          : std::min(schedule.step(loop), info.extent);
}

static bool isWorthPrefetching(const LoopNest &nest, const Schedule &schedule,
                               const NestOperand &read, bool near) {
  int64_t elements = read.type.getNumElements();
  int64_t bytes = elements * getElementBytes(read.type);
  if (nest.points() >= leastUses * elements)
    return bytes >= beyondCacheBytes;
  return bytes >= (near ? beyondCacheBytes : leastStreamBytes) &&
         placesOfStream(nest, schedule, read) >= leastPlaces;
}

static bool comesFromMemory(const LoopNest &nest, const Schedule &schedule,
                            unsigned operand, bool near) {
  const NestOperand &read = nest.operands[operand];
  bool goesOn = llvm::none_of(read.access.coefficients,
                              [](int64_t stride) { return stride < 0; });
  AccessPlan plan(nest, schedule, read);
  return nest.hasReduction() && !nest.hasBatch() && !plan.isPacked() &&
         !plan.isGuarded() && read.access.irregular.none() &&
         !read.access.perItem && goesOn &&
         isWorthPrefetching(nest, schedule, read, near);
}

/// Bytes of `operand` that a tile reads.
static double bytesOfTile(const LoopNest &nest, const Schedule &schedule,
                          unsigned operand) {
  const NestOperand &read = nest.operands[operand];
  double bytes = double(getElementBytes(read.type));
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (read.access.coefficients[loop] != 0)
      bytes *= double(stepAround(nest, schedule, loop));
  return bytes;
}

/// The only tile loop inside a block of rows, if `read` is contiguous from one
/// tile to the next, in whole cache lines.
static std::optional<unsigned> findAlong(const LoopNest &nest,
                                         const Schedule &schedule,
                                         const NestOperand &read,
                                         const PrefetchPlan &ahead) {
  constexpr int64_t mostLines = 8;
  std::optional<unsigned> along;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (ahead.loop == loop)
      continue;
    if (info.extent <= stepAround(nest, schedule, loop) && !info.isReduction)
      continue;
    if (info.isReduction || along)
      return std::nullopt;
    along = loop;
  }
  if (!along || schedule.blockedLoop != ahead.loop || ahead.outer ||
      schedule.blocksInside() || schedule.lanesOf(ahead.loop) > 1 ||
      read.access.coefficients[*along] != 1)
    return std::nullopt;
  int64_t bytes = schedule.step(*along) * getElementBytes(read.type);
  bool inLines = bytes % cacheLineBytes == 0;
  return inLines && bytes <= mostLines * cacheLineBytes ? along : std::nullopt;
}

std::optional<PrefetchPlan> neo::findPrefetch(const LoopNest &nest,
                                              const Schedule &schedule,
                                              unsigned operand, bool near) {
  bool hasSteps = llvm::all_of(
      nest.loops, [](const NestLoop &loop) { return loop.extent > 0; });
  if (!hasSteps || !comesFromMemory(nest, schedule, operand, near))
    return std::nullopt;
  SmallVector<unsigned> order(schedule.order);
  if (schedule.blockedLoop && !schedule.blocksInside())
    order.insert(order.begin(), *schedule.blockedLoop);
  const LinearForm &access = nest.operands[operand].access;
  double bytes = bytesOfTile(nest, schedule, operand);
  std::optional<PrefetchPlan> found;
  SmallVector<unsigned> inside;
  int64_t again = 1;
  for (unsigned loop : llvm::reverse(order)) {
    int64_t trips = llvm::divideCeil(nest.loops[loop].extent,
                                     stepAround(nest, schedule, loop));
    if (access.coefficients[loop] == 0 || trips == 1) {
      inside.insert(inside.begin(), loop);
      again *= trips;
      continue;
    }
    if (found && bytes > mostAheadBytes) {
      found->outer = loop;
      break;
    }
    // The prefetched half of the cache would evict the half in use.
    if (!found && bytes >= mostAheadBytes)
      return std::nullopt;
    if (!found)
      found = PrefetchPlan{loop, {}, inside, {}};
    else
      found->again *= again;
    again = 1;
    found->loop = loop;
    bytes *= double(trips);
  }
  if (found) {
    found->isStream =
        placesOfStream(nest, schedule, nest.operands[operand]) > 0;
    found->along = findAlong(nest, schedule, nest.operands[operand], *found);
  }
  return found;
}

/// The number of elements of `operand` that consecutive tiles read
/// contiguously.
static int64_t lengthOfRun(const LoopNest &nest, const Schedule &schedule,
                           const NestOperand &operand) {
  int64_t run = 1;
  auto goesOn = [&](unsigned loop) {
    int64_t extent = nest.loops[loop].extent;
    if (extent > 1 && operand.access.coefficients[loop] != run)
      return false;
    run *= extent;
    return true;
  };
  for (unsigned loop = nest.loops.size(); loop-- > 0;)
    if (nest.loops[loop].isReduction && !goesOn(loop))
      return run;
  for (unsigned loop : llvm::reverse(schedule.order))
    if (!goesOn(loop))
      break;
  return run;
}

/// A plain copy saturates memory without prefetches: with them, its stream was
/// up to a fifth slower. Several streams cross pages at different times, and
/// with a function in the body few loads fit into the out-of-order window.
static bool gainsByStreamPrefetch(const LoopNest &nest, bool near) {
  if (nest.hasReduction())
    return true;
  ComputeOp op = nest.op;
  auto isFunction = [](Operation &inner) { return isMathFunction(&inner); };
  return near && (nest.operands.size() > 1 ||
                  llvm::any_of(*op.getBodyBlock(), isFunction));
}

int64_t neo::findStreamPrefetch(const LoopNest &nest, const Schedule &schedule,
                                const NestOperand &operand, bool near) {
  constexpr int64_t leastRunBytes = 16 * streamAheadBytes;
  int64_t each = getElementBytes(operand.type);
  AccessPlan plan(nest, schedule, operand);
  if (!gainsByStreamPrefetch(nest, near) || nest.hasBatch() ||
      schedule.blockedLoop || plan.isGuarded() ||
      operand.access.irregular.any() ||
      operand.type.getNumElements() * each <
          (near ? beyondCacheBytes : leastStreamBytes) ||
      placesOfStream(nest, schedule, operand) != 1 || !plan.isContiguous() ||
      lengthOfRun(nest, schedule, operand) * each < leastRunBytes)
    return 0;
  return streamAheadBytes / each;
}

bool neo::isBetterInPlace(double bytes, double uses) {
  constexpr double mostUses = 256;
  return bytes >= double(beyondCacheBytes) && uses < mostUses;
}

void neo::shortenBlock(const LoopNest &nest, Schedule &schedule) {
  // Partial sums are loaded and stored in every block.
  constexpr int64_t fewestSteps = 64;
  if (!schedule.blockedLoop || schedule.blocksInside())
    return;
  int64_t stepsInside = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction && schedule.blockedLoop != loop)
      stepsInside *= info.extent;
  auto isTooLong = [&](unsigned operand) {
    RankedTensorType type = nest.operands[operand].type;
    double elements = double(type.getNumElements());
    if (!isBetterInPlace(elements * double(getElementBytes(type)),
                         double(nest.points()) / elements))
      return false;
    std::optional<PrefetchPlan> ahead = findPrefetch(nest, schedule, operand);
    return ahead && ahead->outer == schedule.blockedLoop;
  };
  // A block holds whole vectors where lanes run along its loop.
  int64_t lanes = schedule.lanesOf(*schedule.blockedLoop);
  while (schedule.block % (2 * lanes) == 0 &&
         schedule.block / 2 * stepsInside >= fewestSteps &&
         llvm::any_of(llvm::seq<unsigned>(nest.operands.size()), isTooLong))
    schedule.block /= 2;
}
