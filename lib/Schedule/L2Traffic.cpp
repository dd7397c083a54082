//===- L2Traffic.cpp - Lines that a tile reads from the L2 cache ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The working set of all steps of a tile may exceed the L1 cache. Then every
// step waits for lines from L2: the new lines in the footprint of the unrolled
// accesses to an operand. For a tile of 6 x 64 of
//
//     C[i, j] = sum_k A[i, k] * B[k, j]
//
// the six elements of A are in six lines, each of which serves 16 steps of k,
// and the four vectors of B are four lines of this step alone. If A is accessed
// as A[k, i], its six contiguous elements are in one line, which also serves
// this step alone.
//
// Four vectors at four positions cost more than four contiguous ones: the
// hardware prefetches the following lines of each, which the next step does not
// need.
//
// Accesses whole pages apart map to the same sets. If they are more than a set
// has ways, a line is evicted before the next step uses it (set conflicts). So
// it is with the steps of a reduction that are multiples of a way of L2 apart,
// which share its sets, too,
//
//     C[k, j, l] = sum_i A[i, j] * B[i, k, l]     B of 128 x 256 x 512
//
// whose rows the next tile of j fetches again, where those of a panel are in
// L1: 31 ms in place, 22 packed. Rows that share sets of L1 alone, a page
// apart, are as fast in place.
//
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Machine/Page.h"

using namespace mlir;
using namespace neo;

constexpr double firstLevelBytes = 24 * 1024, bytesPerCycle = 26;
/// Associativity of the L1 cache.
constexpr double ways = 8;
/// Cycles of useless hardware prefetches where a step reads vectors at several
/// positions, and the next step at others.
constexpr double hardwarePrefetch = 3;

namespace {
/// Layout of the unrolled accesses to an operand: a number of positions, and
/// bytes at each.
struct Copies {
  double places = 1, run = 0;
  double beyond = 0; // bytes in the rest of a line
  bool areVectors = false;
  double competing = 1; // positions that map to the same sets
};
} // namespace

/// A step reads one row of a panel.
static Copies findPackedCopies(const Schedule &schedule, int64_t element) {
  Copies copies;
  copies.areVectors = true;
  copies.run = double(element * schedule.step(schedule.vector.front().loop));
  return copies;
}

static Copies findCopies(const LoopNest &nest, const Schedule &schedule,
                         const NestOperand &operand) {
  int64_t element = getElementBytes(operand.type);
  Copies copies;
  copies.areVectors = !AccessPlan(nest, schedule, operand).isBroadcast();
  copies.run = double(element * (copies.areVectors ? schedule.lanes() : 1));
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (schedule.tile[loop] == 1 || !operand.dependsOn(loop))
      continue;
    int64_t steps = schedule.tile[loop];
    int64_t stride = std::abs(operand.access.coefficients[loop]) * element *
                     schedule.lanesOf(loop);
    if (stride <= cacheLineBytes && !operand.access.irregular[loop]) {
      copies.run += double(stride * (steps - 1));
      continue;
    }
    copies.places *= double(steps);
    if (stride % pageBytes == 0)
      copies.competing *= double(steps);
  }
  return copies;
}

namespace {
/// The strides of the reduction in an operand.
struct NearWalk {
  double steps = 1;
  /// Stride in bytes and steps of the innermost loop.
  int64_t innermost = 0;
  double innermostSteps = 1;
};
} // namespace

static NearWalk findWalk(const LoopNest &nest, const Schedule &schedule,
                         const NestOperand &operand) {
  NearWalk walk;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction && operand.dependsOn(loop)) {
      bool inBlock = schedule.blocksInside() && schedule.blockedLoop == loop;
      walk.innermostSteps = double(inBlock ? schedule.block : info.extent) /
                            schedule.lanesOf(loop);
      walk.steps *= walk.innermostSteps;
      walk.innermost = std::abs(operand.access.coefficients[loop]) *
                       getElementBytes(operand.type) * schedule.lanesOf(loop);
    }
  return walk;
}

/// Bytes from L2 per step for the accesses `copies`; 0 if they hit L1.
static double bytesPerStep(const Copies &copies, const NearWalk &walk,
                           int64_t wayBytes, bool packed) {
  double line = std::max(double(cacheLineBytes), copies.run) + copies.beyond;
  double innermost = double(walk.innermost);
  bool sharesSets = copies.areVectors && !packed && walk.innermost != 0 &&
                    walk.innermost % wayBytes == 0 &&
                    walk.innermostSteps > ways;
  bool displaced = copies.competing > ways || sharesSets;
  double each = displaced || packed ? line : std::min(line, innermost);
  if (!displaced && copies.places * walk.steps * each <= firstLevelBytes)
    return 0;
  bool skips = copies.areVectors && !packed && innermost > line &&
               (copies.places > 1 || sharesSets);
  return copies.places * each * (skips ? hardwarePrefetch : 1);
}

double ScheduleCost::l2Traffic(const Schedule &schedule) const {
  double bytes = 0;
  for (const NestOperand &operand : nest.operands) {
    int64_t element = getElementBytes(operand.type);
    bool packed = AccessPlan(nest, schedule, operand).isPacked();
    Copies copies = packed ? findPackedCopies(schedule, element)
                           : findCopies(nest, schedule, operand);
    NearWalk walk = findWalk(nest, schedule, operand);
    if (schedule.groupedLoop) {
      copies.places =
          countStreams(schedule, operand.access, cacheLineBytes / element + 1);
      if (operand.dependsOn(*schedule.groupedLoop))
        walk.steps /= double(schedule.group);
    }
    // A misaligned access covers one more line.
    if (!packed && isMisaligned(schedule, operand))
      copies.beyond = cacheLineBytes;
    bytes += bytesPerStep(copies, walk, target.wayBytes, packed);
  }
  return bytes / bytesPerCycle;
}
