//===- StreamBandwidth.cpp - Bandwidth by order of access -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StreamBandwidth.h"

#include "Footprint.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Machine/Page.h"
#include "Neo/Schedule/LastLevelCache.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace neo;

constexpr int64_t lastLevelBytes = 32 << 20;
/// Slowdown of alternating between several streams.
constexpr double slower = 1.2;
/// In lines: prefetch distance, and the latency of the first line.
constexpr double ahead = 4, wait = 10;
/// Streams at once, and bytes of each, from which a read-modify-write of lines
/// is faster than with a single stream.
constexpr double fewestAtOnce = 4, longRun = 128 * 1024;
/// Rows that L1 has room for beside those prefetched next, and the slowdown of
/// more of them.
constexpr double fewNear = 4, crowded = 1.15;

namespace {
/// Streams that a tile alternates between, and contiguous elements of each.
struct StreamWalk {
  double places = 1, run = 1;
  bool continues = true; // the next step of the reduction goes on there
  bool competes = false; // streams conflict in the sets of a cache

  void visit(int64_t strideBytes, double count) {
    places *= count;
    competes |= strideBytes % pageBytes == 0;
  }
  /// Does the hardware prefetch all streams?
  bool isFollowed() const { return places <= (competes ? 8 : 16); }
  double lines(int64_t elementBytes) const {
    return std::ceil(run * double(elementBytes) / double(cacheLineBytes));
  }
};
} // namespace

/// The vectors of one step of the reduction.
static StreamWalk walkStep(const LoopNest &nest, const Schedule &schedule,
                           const LinearForm &access, int64_t elementBytes) {
  SmallVector<std::pair<int64_t, int64_t>> strides;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    int64_t range = std::min(schedule.step(loop), info.extent);
    if (range > 1 && access.coefficients[loop] != 0)
      strides.push_back({std::abs(access.coefficients[loop]), range});
  }
  llvm::sort(strides);
  StreamWalk walk;
  for (auto [stride, range] : strides) {
    if (staysInRun(double(stride), walk.run, double(elementBytes)))
      walk.run += double(stride) * double(range - 1);
    else
      walk.visit(stride * elementBytes, double(range));
  }
  return walk;
}

/// All steps of the reduction, or of a block of it.
static StreamWalk walkTile(const LoopNest &nest, const Schedule &schedule,
                           const LinearForm &access, int64_t elementBytes) {
  StreamWalk walk = walkStep(nest, schedule, access, elementBytes);
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    int64_t stride = std::abs(access.coefficients[loop]);
    int64_t lanes = schedule.lanesOf(loop);
    if (!info.isReduction || double(stride * lanes) <= walk.run)
      continue;
    walk.continues = false;
    int64_t steps = schedule.blockedLoop == loop ? schedule.block : info.extent;
    walk.visit(stride * elementBytes, double(llvm::divideCeil(steps, lanes)));
  }
  return walk;
}

/// Does a reduction read a single tensor?
static bool isReadAlone(const LoopNest &nest) {
  return nest.operands.size() == 1;
}

bool neo::isReadSeldom(const LoopNest &nest, RankedTensorType type) {
  return nest.points() <= 2 * type.getNumElements();
}

bool neo::readsStream(const LoopNest &nest) {
  return llvm::any_of(nest.operands, [&](const NestOperand &operand) {
    return isReadSeldom(nest, operand.type);
  });
}

int64_t neo::placesOfStream(const LoopNest &nest, const Schedule &schedule,
                            const NestOperand &operand) {
  if (!isReadSeldom(nest, operand.type))
    return 0;
  return int64_t(
      walkTile(nest, schedule, operand.access, getElementBytes(operand.type))
          .places);
}

/// Are vectors of the result misaligned, so that they are not written by
/// streaming stores?
static bool writesPartsOfLines(const LoopNest &nest, const Schedule &schedule) {
  ComputeOp op = nest.op;
  int64_t each = getElementBytes(op.getType());
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (schedule.lanesOf(loop) == 1 &&
        nest.output.coefficients[loop] * each % cacheLineBytes != 0)
      return true;
  return false;
}

/// Is every element used once or twice, at statically known positions?
static bool isStream(const LoopNest &nest, const LinearForm &access,
                     RankedTensorType type) {
  return isReadSeldom(nest, type) && access.irregular.none();
}

/// Does a tile alternate between as many rows as are read fastest? These are
/// four streams over all tensors, the number that the hardware prefetcher
/// follows; more for tensors beyond the last-level cache, whose latency is
/// longer.
static bool readsBestNumberOfStreams(const LoopNest &nest,
                                     const StreamWalk &walk,
                                     RankedTensorType type) {
  int64_t streams = llvm::count_if(nest.operands, [&](const NestOperand &read) {
    return isStream(nest, read.access, read.type);
  });
  // The result may be the only stream.
  streams = std::max<int64_t>(streams, 1);
  bool isFar = type.getNumElements() * getElementBytes(type) > lastLevelBytes;
  int64_t most = std::max<int64_t>(1, (isFar ? 8 : 4) / streams);
  if (walk.competes && !isBeyondCaches(type))
    most = std::min<int64_t>(most, 2);
  return walk.places == double(most) || (isFar && walk.places < double(most) &&
                                         2 * walk.places > double(most));
}

bool neo::keepsSumsInL1(const LoopNest &nest, const TargetModel &target) {
  ComputeOp op = nest.op;
  double bytes = double(op.getType().getNumElements()) *
                 double(getElementBytes(op.getType()));
  return target.nearStreams && bytes <= target.cacheBytes / 16 &&
         llvm::any_of(nest.operands, [&](const NestOperand &read) {
           return double(read.type.getNumElements()) *
                          getElementBytes(read.type) >
                      target.cacheBytes &&
                  isStream(nest, read.access, read.type);
         });
}

double neo::slowdownOfStream(const LoopNest &nest, const Schedule &schedule,
                             const LinearForm &access, RankedTensorType type,
                             bool near) {
  if (!isStream(nest, access, type))
    return 1;
  int64_t elementBytes = getElementBytes(type);
  StreamWalk walk = walkTile(nest, schedule, access, elementBytes);
  if (walk.continues && isReadAlone(nest))
    return walk.places > 1 ? slower : 1;
  if (walk.continues)
    return readsBestNumberOfStreams(nest, walk, type) ? 1 : slower;
  double lines = walk.lines(elementBytes);
  double late = std::max(0.0, lines - ahead) * 0.75;
  double slowdown =
      1 + (walk.isFollowed() ? late : std::max(late, wait)) / lines;
  return near && walk.places > fewNear ? crowded * slowdown : slowdown;
}

double neo::slowdownOfOrder(const LoopNest &nest, const Schedule &schedule,
                            const LinearForm &access, RankedTensorType type,
                            ArrayRef<unsigned> order, bool near) {
  if (!isStream(nest, access, type))
    return 1;
  int64_t elementBytes = getElementBytes(type);
  double gap = ahead * double(cacheLineBytes) / double(elementBytes);
  StreamWalk walk = walkStep(nest, schedule, access, elementBytes);
  double slowdown = walk.places > 1 ? slower : 1, places = walk.places;
  double goesOnFor = 0; // elements before the next jump
  bool jumps = false;
  for (unsigned loop : llvm::reverse(order)) {
    int64_t step = schedule.step(loop), extent = nest.loops[loop].extent;
    int64_t stride = std::abs(access.coefficients[loop]);
    if (step >= extent || stride == 0)
      continue;
    bool goesOn = double(stride * step) <= walk.run + gap;
    if (goesOn && jumps)
      break;
    if (!goesOn && !jumps)
      goesOnFor = walk.run * double(elementBytes);
    jumps = !goesOn;
    if (goesOn)
      walk.run = double(stride * extent);
    else
      walk.visit(stride * step * elementBytes,
                 double(llvm::divideCeil(extent, step)));
  }
  if (goesOnFor == 0)
    goesOnFor = walk.run * double(elementBytes);
  if (near && places >= fewestAtOnce && goesOnFor >= longRun &&
      isBeyondCaches(type) && writesPartsOfLines(nest, schedule))
    return 1 / slower;
  if (!jumps || walk.isFollowed())
    return slowdown;
  return std::max(slowdown, 1 + wait / walk.lines(elementBytes));
}
