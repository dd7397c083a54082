//===- ScheduleCost.cpp - The cost of a schedule --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include "PlacedCost.h"
#include "UsefulSteps.h"

#include "Neo/Machine/CacheLine.h"
#include "Neo/Machine/Page.h"
#include "Neo/Schedule/LaneWindows.h"
#include "Neo/Schedule/RegisterPressure.h"
#include "Neo/Schedule/SharedShifts.h"
#include "Neo/Schedule/SharedTaps.h"
#include "Neo/Schedule/StepGroups.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/PackedDotProduct.h"
#include "Neo/Schedule/ContiguousWords.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

int64_t ScheduleCost::nativeLanes() const {
  return countNativeLanes(nest, target);
}

double ScheduleCost::bodyCost() const {
  double cost = nest.hasReduction() ? 1 : 0;
  ComputeOp op = nest.op;
  if (matchPackedDotProduct(op))
    return 1;
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    if (!isa<arith::ConstantOp, IndexOp>(inner))
      cost += isa<math::MathDialect>(inner.getDialect()) ? 12 : 1;
  // A product that is summed is part of a fused multiply-add.
  if (op.getKind() == ReductionKind::sum &&
      op.getYielded().getDefiningOp<arith::MulFOp>())
    cost -= 1;
  return std::max(cost, 0.5);
}

/// Cycles for storing one vector of the result. Runs of steps along it are
/// transposed: a store for each lane, four rounds of shuffles.
double ScheduleCost::storeCost(const Schedule &schedule) const {
  int64_t chunk;
  LaneAccess lanes = classifyLanes(nest.output, schedule, chunk);
  if (!isStridedInLanes(nest.output, schedule))
    return costOfPieces(lanes, schedule.lanes(), chunk);
  // Stored in scratch first, and in whole squares later.
  if (schedule.stagedLoop)
    return 4;
  int64_t steps = getStoreRun(nest.output, schedule);
  // Interleaved vectors are stored whole, each after some shuffles.
  if (lanes == LaneAccess::strided && steps == chunk && !schedule.blockedLoop)
    return double(chunk);
  double count = schedule.lanes(), run = std::min(count, double(steps));
  return run < 3 ? 2.5 * count : (1.5 * count + 3 * count) / run;
}

/// Vectors of `operand` that a tile loads in one step, or in all the unrolled
/// steps, if these share loads.
double ScheduleCost::distinctReads(const Schedule &schedule,
                                   const NestOperand &operand) const {
  double copies = schedule.copiesOf(operand);
  if (schedule.unrolled.empty() && !schedule.groupedLoop)
    return copies;
  if (schedule.stepsApart || operand.access.irregular.any()) {
    for (unsigned loop : schedule.unrolled)
      copies *= double(nest.loops[loop].extent);
    return copies * double(schedule.group);
  }
  return countStreams(schedule, operand.access, 1);
}

/// Latency of rows from beyond L2, if they are more than the hardware
/// prefetches.
double ScheduleCost::lateRows(const Schedule &schedule,
                              const NestOperand &operand) const {
  constexpr double hardwarePrefetch = 12, wait = 6;
  int64_t bytes = getElementBytes(operand.type);
  AccessPlan plan(nest, schedule, operand);
  bool isStrided = plan.layout() == LaneAccess::strided;
  if (schedule.unrolled.empty() || schedule.stepsApart ||
      double(operand.type.getNumElements() * bytes) < target.cacheBytes ||
      !(plan.isContiguous() || isStrided))
    return 0;
  // Adjacent vectors are one row, also if their lanes are strided.
  int64_t apart = 64 / bytes + 1;
  if (isStrided)
    apart += schedule.lanes() * (plan.length() - 1);
  double rows = countStreams(schedule, operand.access, apart);
  return wait * std::max(0.0, rows - hardwarePrefetch);
}

/// Do unrolled steps select other elements of the same strided range?
bool ScheduleCost::sharesRange(const Schedule &schedule,
                               const NestOperand &operand) const {
  AccessPlan plan(nest, schedule, operand);
  if (schedule.stepsApart || plan.layout() != LaneAccess::strided)
    return false;
  return llvm::any_of(
      llvm::seq<unsigned>(0, nest.loops.size()), [&](unsigned loop) {
        bool isUnrolled = schedule.isUnrolled(loop) || schedule.tile[loop] > 1;
        int64_t pitch = std::abs(operand.access.coefficients[loop]);
        return isUnrolled && pitch != 0 && pitch < plan.length();
      });
}

/// Is a tile a square that is loaded or stored transposed in registers?
bool ScheduleCost::transposes(const Schedule &schedule) const {
  int64_t steps = schedule.vectors();
  if (steps > schedule.lanes() || nest.operands.size() != 1)
    return false;
  AccessPlan plan(nest, schedule, nest.operands.front());
  std::optional<unsigned> run = plan.transposedLoop();
  return (run && schedule.tile[*run] == steps) ||
         (steps >= 4 && isStridedInLanes(nest.output, schedule) &&
          getStoreRun(nest.output, schedule) == steps);
}

/// Distinct positions of the unrolled accesses to an operand; those whole pages
/// apart conflict in cache sets and count more.
double ScheduleCost::streams(const Schedule &schedule,
                             const NestOperand &operand) const {
  double streams = 1;
  int64_t bytes = getElementBytes(operand.type);
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    int64_t steps = schedule.tile[loop];
    int64_t stride = operand.access.coefficients[loop] * bytes;
    if (steps == 1 || stride == 0 ||
        std::abs(stride) * schedule.lanesOf(loop) <= cacheLineBytes)
      continue;
    streams *= double(steps) * (stride % pageBytes == 0 && steps > 4 ? 3 : 1);
  }
  return streams;
}

/// Do contiguous loads start anywhere in a cache line?
bool ScheduleCost::isMisaligned(const Schedule &schedule,
                                const NestOperand &operand) const {
  if (!AccessPlan(nest, schedule, operand).isContiguous())
    return false;
  int64_t lanes = schedule.lanes();
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (schedule.lanesOf(loop) == 1 && info.extent > 1 &&
        operand.access.coefficients[loop] % lanes != 0)
      return lanes > 1;
  return false;
}

/// Cost of one vector of an operand, in loads.
double ScheduleCost::loadsPerVector(const Schedule &schedule,
                                    const NestOperand &operand,
                                    const AccessPlan &plan) const {
  double pieces =
      plan.isPacked()
          ? 1
          : costOfPieces(plan.layout(), schedule.lanes(), plan.length());
  if (readWordsInPlace(nest, schedule))
    pieces = 1 / double(nest.operands.size());
  if (std::optional<unsigned> run = plan.transposedLoop())
    pieces = double(schedule.lanes()) / schedule.tile[*run] + 5;
  if (!plan.isPacked() && isMisaligned(schedule, operand))
    pieces *= 1.8; // most loads touch two cache lines
  if (!sharesRange(schedule, operand))
    return pieces;
  return 0.5 * pieces * shareOfTaps(nest, schedule);
}

/// The same for pieces, which are loaded once for all their taps.
double ScheduleCost::loadsOfPieces(const Schedule &schedule,
                                   const NestOperand &operand,
                                   const LanePiece &piece) const {
  Schedule windows = schedule;
  llvm::erase_if(windows.unrolled, [&](unsigned loop) {
    return llvm::is_contained(piece.taps, loop);
  });
  double reads = distinctReads(schedule, operand) * shareOfTaps(nest, schedule);
  return costOfPieces(schedule, piece, distinctReads(windows, operand), reads);
}

/// Loads of all vectors that a tile reads in a step.
double ScheduleCost::loadsPerStep(const Schedule &schedule,
                                  const NestOperand &operand,
                                  const AccessPlan &plan) const {
  if (auto piece = plan.piece())
    return loadsOfPieces(schedule, operand, *piece);
  if (!plan.isPacked())
    if (auto placed = costOfPlaced(nest, schedule, operand))
      return *placed;
  return distinctReads(schedule, operand) *
         loadsPerVector(schedule, operand, plan);
}

/// Does `operand` depend on a reduction loop?
bool ScheduleCost::changes(const NestOperand &operand) const {
  if (!nest.hasReduction())
    return true;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction && operand.dependsOn(loop))
      return true;
  return false;
}

double ScheduleCost::loadCost(const Schedule &schedule,
                              const NestOperand &operand) const {
  AccessPlan plan(nest, schedule, operand);
  double places = plan.isPacked() ? 1 : streams(schedule, operand);
  double cost = (loadsPerStep(schedule, operand, plan) + 0.15 * places +
                 lateRows(schedule, operand)) *
                plan.shareOfReads();
  if (plan.isGuarded())
    cost *= plan.isGuardDecided() ? 1.2 : 2; // the guard's comparisons
  return changes(operand) ? cost : 0.1 * cost;
}

/// Does the size of the tile make the positions of divided lanes known?
bool ScheduleCost::placesAll(const Schedule &schedule) const {
  constexpr int64_t mostVectors = 64, mostRows = 2;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    bool shares = llvm::any_of(nest.operands, [&](const NestOperand &operand) {
      return findSharingLoop(nest, schedule, operand) == loop ||
             (schedule.tile[loop] <= mostRows &&
              findJoinedRows(nest, schedule, operand) == loop);
    });
    if (schedule.tile[loop] > 1 && !shares &&
        !(isDivided(nest, loop) && isKnown(nest, schedule, loop)))
      return false;
  }
  return schedule.vectors() <= mostVectors &&
         llvm::any_of(nest.operands, [&](const NestOperand &operand) {
           return dividesLanes(schedule, operand.access);
         });
}

bool ScheduleCost::fitsRegisters(const Schedule &schedule) const {
  int64_t accumulators = schedule.vectors();
  // Without a reduction nothing is carried in registers: unrolling should only
  // hide latency, with all operands live.
  if (!nest.hasReduction()) {
    double each = 1;
    for (const NestOperand &operand : nest.operands)
      each += AccessPlan(nest, schedule, operand).shareOfReads();
    return accumulators == 1 || transposes(schedule) || placesAll(schedule) ||
           double(accumulators) * each <= 0.5 * double(target.vectorRegisters);
  }
  // The operand with the fewest vectors stays live, the others are streamed.
  int64_t held = nest.operands.empty() ? 0 : accumulators;
  for (const NestOperand &operand : nest.operands)
    held = std::min(held, schedule.copiesOf(operand));
  // One register for a broadcast, and temporaries for combining runs.
  int64_t spare = 1 + (schedule.vector.size() > 1 ? 2 : 0);
  return accumulators * (isArgReduction() ? 2 : 1) + held + spare <=
         target.vectorRegisters;
}

bool ScheduleCost::isCrowded(const Schedule &schedule) const {
  return schedule.vectors() > target.vectorRegisters / 2;
}

double ScheduleCost::spills(const Schedule &schedule) const {
  if (schedule.unrolled.empty() || schedule.stepsApart || !nest.hasReduction())
    return 0;
  // A spill store, and reloads that cannot be memory operands.
  constexpr double each = 3;
  int64_t accumulators = schedule.vectors();
  double most = double(accumulators) + 1;
  for (const NestOperand &operand : nest.operands)
    most += distinctReads(schedule, operand);
  if (most <= double(target.vectorRegisters))
    return 0;
  // Points that are emitted one by one, whole, are summed one by one.
  bool whole = true;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    whole &= !info.isReduction || schedule.isUnrolled(loop);
  if (whole && windowsOverlap(nest, schedule))
    accumulators = 1;
  int64_t needed = accumulators + countLiveValues(nest, schedule) + 1;
  return each * double(std::max<int64_t>(0, needed - target.vectorRegisters));
}
