//===- DefaultSchedule.cpp - The best schedule by prediction --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Every candidate is priced in cycles of a core that starts two loads, two
// vector operations and one store per cycle:
//
//     time = tiles * (reduction steps * max(loads, operations) / 2 + stores)
//
// Loads are counted once per tile step for each operand, times the unrolled
// loops it depends on: that is what register tiling saves. A lane access that
// is not contiguous pays by the pieces it is read in. Masked lanes at the end
// of a loop are paid like useful ones. The best of these are given the loop
// order that moves the fewest bytes (TrafficModel.h), and the least sum wins.
//
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/TrafficModel.h"

#include "UsefulSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace neo;

namespace {
class ScheduleChooser {
public:
  ScheduleChooser(const LoopNest &nest, const TargetModel &target)
      : nest(nest), target(target) {}

  Schedule choose();

private:
  void tryVector(SmallVector<VectorPart> vector);
  void tryTiles(Schedule schedule);
  void consider(const Schedule &schedule);
  Schedule pickWithOrder();
  double predict(const Schedule &schedule) const;
  double loadCost(const Schedule &schedule, const NestOperand &operand) const;
  double streams(const Schedule &schedule, const NestOperand &operand) const;
  bool isMisaligned(const Schedule &schedule, const NestOperand &operand) const;
  double piecesOf(const Schedule &schedule, const LinearForm &form) const;
  double bodyCost() const;
  int64_t nativeLanes() const;
  int64_t unrolled(const Schedule &schedule, const NestOperand &operand) const;
  bool fitsRegisters(const Schedule &schedule) const;
  SmallVector<Schedule> blockings(const Schedule &schedule) const;
  double nearTraffic(const Schedule &schedule) const;
  double partialResults(const Schedule &schedule) const;
  bool isArgReduction() const {
    ComputeOp op = nest.op;
    return op.getKind() == ReductionKind::argmax ||
           op.getKind() == ReductionKind::argmin;
  }

  const LoopNest &nest;
  const TargetModel &target;
  std::vector<std::pair<double, Schedule>> candidates;
};
} // namespace

/// Lanes of the widest element that the kernel touches.
int64_t ScheduleChooser::nativeLanes() const {
  unsigned bits = 8;
  auto widen = [&](Type type) {
    if (type.isIntOrFloat())
      bits = std::max(bits, type.getIntOrFloatBitWidth());
    else
      bits = 64; // index
  };
  ComputeOp op = nest.op;
  widen(op.getType().getElementType());
  for (Value argument : op.getBodyBlock()->getArguments())
    widen(argument.getType());
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    for (Type type : inner.getResultTypes())
      widen(type);
  return std::max<int64_t>(1, target.vectorBytes * 8 / std::max(bits, 32u));
}

double ScheduleChooser::bodyCost() const {
  double cost = nest.hasReduction() ? 1 : 0;
  ComputeOp op = nest.op;
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    if (!isa<arith::ConstantOp, IndexOp>(inner))
      cost += isa<math::MathDialect>(inner.getDialect()) ? 12 : 1;
  // A product that is summed is one fused operation.
  if (op.getKind() == ReductionKind::sum &&
      op.getYielded().getDefiningOp<arith::MulFOp>())
    cost -= 1;
  return std::max(cost, 0.5);
}

/// Loads or stores needed for one vector of `form`.
double ScheduleChooser::piecesOf(const Schedule &schedule,
                                 const LinearForm &form) const {
  int64_t chunk;
  switch (classifyLanes(form, schedule, chunk)) {
  case LaneAccess::broadcast:
    return 1;
  case LaneAccess::contiguous:
    return 1;
  case LaneAccess::chunked:
    return 1.15 * schedule.lanes() / chunk;
  case LaneAccess::scattered:
    return 2.5 * schedule.lanes();
  }
  return 1;
}

int64_t ScheduleChooser::unrolled(const Schedule &schedule,
                                  const NestOperand &operand) const {
  int64_t copies = 1;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (operand.dependsOn(loop))
      copies *= schedule.tile[loop];
  return copies;
}

/// Separate places that the unrolled copies of an operand are read from; those
/// whole pages apart compete for the same cache sets and count more.
double ScheduleChooser::streams(const Schedule &schedule,
                                const NestOperand &operand) const {
  double streams = 1;
  int64_t bytes = std::max(8u, operand.type.getElementTypeBitWidth()) / 8;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    int64_t steps = schedule.tile[loop];
    int64_t stride = operand.access.coefficients[loop] * bytes;
    if (steps == 1 || stride == 0 ||
        std::abs(stride) * schedule.lanesOf(loop) <= 64)
      continue;
    streams *= double(steps) * (stride % 4096 == 0 && steps > 4 ? 3 : 1);
  }
  return streams;
}

/// Do contiguous loads start anywhere in a cache line?
bool ScheduleChooser::isMisaligned(const Schedule &schedule,
                                   const NestOperand &operand) const {
  int64_t chunk;
  if (classifyLanes(operand.access, schedule, chunk) != LaneAccess::contiguous)
    return false;
  int64_t lanes = schedule.lanes();
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (schedule.lanesOf(loop) == 1 && info.extent > 1 &&
        operand.access.coefficients[loop] % lanes != 0)
      return lanes > 1;
  return false;
}

double ScheduleChooser::loadCost(const Schedule &schedule,
                                 const NestOperand &operand) const {
  double pieces = piecesOf(schedule, operand.access);
  if (std::optional<unsigned> run = findRunLoop(operand.access, schedule);
      run && !operand.pad)
    pieces = double(schedule.lanes()) / schedule.tile[*run] + 5;
  if (isMisaligned(schedule, operand))
    pieces *= 1.8; // most loads touch two cache lines
  double cost =
      unrolled(schedule, operand) * pieces + 0.15 * streams(schedule, operand);
  if (operand.pad)
    cost *= 2; // the guard's comparisons
  bool changes = !nest.hasReduction();
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    changes |= info.isReduction && operand.dependsOn(loop);
  return changes ? cost : 0.1 * cost;
}

bool ScheduleChooser::fitsRegisters(const Schedule &schedule) const {
  int64_t accumulators = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      accumulators *= schedule.tile[loop];
  // Without a reduction nothing stays in registers from step to step: what is
  // unrolled should only be enough to overlap, with all its operands alive.
  if (!nest.hasReduction())
    return accumulators == 1 ||
           accumulators * int64_t(nest.operands.size() + 1) <=
               target.vectorRegisters / 2;
  // The operand with the fewest copies is held while the others pass by.
  int64_t held = nest.operands.empty() ? 0 : accumulators;
  for (const NestOperand &operand : nest.operands)
    held = std::min(held, unrolled(schedule, operand));
  // One register for a broadcast, and room for putting runs together.
  int64_t spare = 1 + (schedule.vector.size() > 1 ? 2 : 0);
  return accumulators * (isArgReduction() ? 2 : 1) + held + spare <=
         target.vectorRegisters;
}

/// Cycles in which one step's operands come from the second-level cache, if
/// what a tile reads of them in all its steps is too much for the first.
double ScheduleChooser::nearTraffic(const Schedule &schedule) const {
  constexpr double firstLevelBytes = 24 * 1024, bytesPerCycle = 26;
  double bytes = 0;
  for (const NestOperand &operand : nest.operands) {
    double element = std::max(8u, operand.type.getElementTypeBitWidth()) / 8;
    double copies = unrolled(schedule, operand), steps = 1;
    int64_t innermost = 0, chunk;
    for (auto [loop, info] : llvm::enumerate(nest.loops))
      if (info.isReduction && operand.dependsOn(loop)) {
        steps *= double(info.extent) / schedule.lanesOf(loop);
        innermost = std::abs(operand.access.coefficients[loop]);
      }
    bool broadcast =
        classifyLanes(operand.access, schedule, chunk) == LaneAccess::broadcast;
    double each = broadcast ? std::min(64.0, element * innermost)
                            : element * schedule.lanes();
    if (copies * steps * each > firstLevelBytes)
      bytes += copies * each;
  }
  return bytes / bytesPerCycle;
}

double ScheduleChooser::predict(const Schedule &schedule) const {
  double tiles = 1, steps = 1, elements = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    double count = llvm::divideCeil(info.extent, schedule.lanesOf(loop));
    double trips = std::ceil(count / schedule.tile[loop]);
    // A remainder tile does less, but has its own code.
    double share = std::max(count / schedule.tile[loop], 0.9 * trips);
    (info.isReduction ? steps : tiles) *= info.isReduction ? count : share;
    if (!info.isReduction)
      elements *= schedule.tile[loop];
  }
  steps *= shareOfSteps(nest, schedule);
  double loads = 0;
  for (const NestOperand &operand : nest.operands)
    loads += loadCost(schedule, operand);
  double operations = elements * bodyCost();
  // Too few independent accumulators wait for the latency of an addition.
  double latency = nest.hasReduction() ? 8.0 / std::max(elements, 1.0) : 1;
  double step = std::max({loads / 2, operations / 2, nearTraffic(schedule),
                          operations / 2 * std::min(latency, 4.0)}) +
                (0.25 * loads + 0.05 * operations) / 2 +
                (nest.hasReduction() ? 0.5 : 1);
  double stores =
      elements *
      (schedule.reducesLanes(nest) ? 8 : piecesOf(schedule, nest.output));
  return tiles * (steps * step + stores + (nest.hasReduction() ? 6 : 0));
}

void ScheduleChooser::consider(const Schedule &schedule) {
  if (!fitsRegisters(schedule))
    return;
  candidates.push_back({predict(schedule), schedule});
}

/// Unrolls up to two output loops besides the vectors of the lane loop.
void ScheduleChooser::tryTiles(Schedule schedule) {
  SmallVector<unsigned> outputs;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      outputs.push_back(loop);
  const int64_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14};
  auto steps = [&](unsigned loop) {
    return int64_t(
        llvm::divideCeil(nest.loops[loop].extent, schedule.lanesOf(loop)));
  };
  bool multi = schedule.vector.size() > 1;
  auto legal = [&](unsigned loop, int64_t size) {
    bool outerLane = multi && schedule.lanesOf(loop) > 1;
    return size <= steps(loop) && (!outerLane || steps(loop) % size == 0);
  };
  consider(schedule);
  for (unsigned a : outputs)
    for (int64_t sizeA : sizes) {
      if (!legal(a, sizeA))
        continue;
      schedule.tile[a] = sizeA;
      consider(schedule);
      // A second unrolled loop must divide, so that only one is peeled.
      if (sizeA > 1 && nest.hasReduction())
        for (unsigned b : outputs)
          for (int64_t sizeB : sizes) {
            if (b == a || sizeB == 1 || !legal(b, sizeB) ||
                steps(b) % sizeB != 0)
              continue;
            schedule.tile[b] = sizeB;
            consider(schedule);
            schedule.tile[b] = 1;
          }
      schedule.tile[a] = 1;
    }
}

void ScheduleChooser::tryVector(SmallVector<VectorPart> vector) {
  Schedule schedule;
  schedule.vector = std::move(vector);
  schedule.tile.assign(nest.loops.size(), 1);
  tryTiles(schedule);
}

/// `schedule` and its variants with one reduction loop in blocks.
SmallVector<Schedule>
ScheduleChooser::blockings(const Schedule &schedule) const {
  SmallVector<Schedule> variants = {schedule};
  ComputeOp op = nest.op;
  Type type = op.getType().getElementType();
  if (isArgReduction() || type.isF16() || type.isBF16())
    return variants;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    for (int64_t block : {4, 8, 16, 32, 64, 128, 256}) {
      if (!info.isReduction || info.extent % block != 0 ||
          info.extent <= block || block % schedule.lanesOf(loop) != 0)
        continue;
      variants.push_back(schedule);
      variants.back().blockedLoop = loop;
      variants.back().block = block;
    }
  return variants;
}

/// Cycles for reading and writing results between blocks of a reduction.
double ScheduleChooser::partialResults(const Schedule &schedule) const {
  if (!schedule.blockedLoop)
    return 0;
  double vectors = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      vectors *= llvm::divideCeil(info.extent, schedule.lanesOf(loop));
  double blocks =
      double(nest.loops[*schedule.blockedLoop].extent) / schedule.block - 1;
  double each =
      schedule.reducesLanes(nest) ? 9 : 2 * piecesOf(schedule, nest.output);
  return blocks * vectors * each;
}

/// Orders the loops of the candidates that compute fastest, and takes the one
/// whose computation and traffic together take least.
Schedule ScheduleChooser::pickWithOrder() {
  llvm::sort(candidates,
             [](const auto &a, const auto &b) { return a.first < b.first; });
  candidates.resize(std::min<size_t>(candidates.size(), 24));
  Schedule best;
  double bestTime = std::numeric_limits<double>::infinity();
  for (auto &[computation, candidate] : candidates)
    for (Schedule &schedule : blockings(candidate)) {
      double traffic =
          orderLoops(nest, schedule, target) / target.bytesPerCycle;
      double cycles = computation + partialResults(schedule);
      double time =
          std::max(cycles, traffic) + 0.25 * std::min(cycles, traffic);
      if (time >= bestTime)
        continue;
      bestTime = time;
      best = schedule;
    }
  best.parallelLoops = countShared(nest, best);
  return best;
}

Schedule ScheduleChooser::choose() {
  int64_t lanes = nativeLanes();
  tryVector({});
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction && isArgReduction())
      continue;
    int64_t fit = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(info.extent));
    for (int64_t width = fit; width >= 2 && width >= fit / 2; width /= 2)
      tryVector({{unsigned(loop), width}});
    // A short loop fills the lanes together with one outside it.
    if (info.extent >= lanes || info.extent < 2 ||
        !llvm::isPowerOf2_64(info.extent))
      continue;
    int64_t rest = lanes / info.extent;
    for (auto [outer, other] : llvm::enumerate(nest.loops))
      if (outer != loop && other.isReduction == info.isReduction &&
          other.extent % rest == 0)
        tryVector({{unsigned(outer), rest}, {unsigned(loop), info.extent}});
  }
  return pickWithOrder();
}

Schedule neo::chooseSchedule(const LoopNest &nest, const TargetModel &target) {
  return ScheduleChooser(nest, target).choose();
}
