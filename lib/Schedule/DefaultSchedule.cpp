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
// of a loop are paid like useful ones.
//
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/Schedule.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

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
  double predict(const Schedule &schedule) const;
  double loadCost(const Schedule &schedule, const NestOperand &operand) const;
  double piecesOf(const Schedule &schedule, const LinearForm &form) const;
  double bodyCost() const;
  int64_t nativeLanes() const;
  int64_t unrolled(const Schedule &schedule, const NestOperand &operand) const;
  bool fitsRegisters(const Schedule &schedule) const;
  void orderLoops(Schedule &schedule) const;
  bool isArgReduction() const {
    ComputeOp op = nest.op;
    return op.getKind() == ReductionKind::argmax ||
           op.getKind() == ReductionKind::argmin;
  }

  const LoopNest &nest;
  const TargetModel &target;
  Schedule best;
  double bestTime = -1;
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
    cost += isa<math::MathDialect>(inner.getDialect()) ? 12 : 1;
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
    return 1.5 * schedule.lanes() / chunk;
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

double ScheduleChooser::loadCost(const Schedule &schedule,
                                 const NestOperand &operand) const {
  double cost = unrolled(schedule, operand) * piecesOf(schedule, operand.access);
  if (operand.pad)
    cost *= 2; // the guard's comparisons
  bool changes = !nest.hasReduction();
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    changes |= info.isReduction && operand.dependsOn(loop);
  return changes ? cost : 0.1 * cost;
}

bool ScheduleChooser::fitsRegisters(const Schedule &schedule) const {
  int64_t accumulators = 1, vectors = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (!info.isReduction)
      accumulators *= schedule.tile[loop];
    vectors = std::max(vectors, schedule.lanesOf(loop) > 1
                                    ? schedule.tile[loop]
                                    : int64_t(1));
  }
  return accumulators * (isArgReduction() ? 2 : 1) + vectors + 1 <
         target.vectorRegisters;
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
  double loads = 0;
  for (const NestOperand &operand : nest.operands)
    loads += loadCost(schedule, operand);
  double operations = elements * bodyCost();
  // Too few independent accumulators wait for the latency of an addition.
  double latency = nest.hasReduction() ? 8.0 / std::max(elements, 1.0) : 1;
  double step = std::max({loads / 2, operations / 2,
                          operations / 2 * std::min(latency, 4.0)}) +
                0.1 * (loads + operations) / 2 + (nest.hasReduction() ? 0.5 : 1);
  double stores = elements * (schedule.reducesLanes(nest)
                                  ? 8
                                  : piecesOf(schedule, nest.output));
  return tiles * (steps * step + stores + (nest.hasReduction() ? 6 : 0));
}

/// Loops with the larger tile go outside: what they select stays in cache
/// while the others pass over it. Loops that are not tiled come first.
void ScheduleChooser::orderLoops(Schedule &schedule) const {
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      schedule.order.push_back(loop);
  auto key = [&](unsigned loop) {
    int64_t step = schedule.step(loop);
    return step == 1 ? INT64_MAX : step;
  };
  bool reuse = nest.hasReduction() && nest.operands.size() > 1;
  if (reuse)
    llvm::sort(schedule.order, [&](unsigned a, unsigned b) {
      return std::make_pair(-key(a), a) < std::make_pair(-key(b), b);
    });
  int64_t shared = 1;
  for (unsigned loop : schedule.order) {
    if (shared >= 32)
      break;
    shared *= llvm::divideCeil(nest.loops[loop].extent, schedule.step(loop));
    ++schedule.parallelLoops;
  }
}

void ScheduleChooser::consider(const Schedule &schedule) {
  if (!fitsRegisters(schedule))
    return;
  double time = predict(schedule);
  if (bestTime >= 0 && time >= bestTime)
    return;
  best = schedule;
  bestTime = time;
}

/// Unrolls up to two output loops besides the vectors of the lane loop.
void ScheduleChooser::tryTiles(Schedule schedule) {
  SmallVector<unsigned> outputs;
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (!info.isReduction)
      outputs.push_back(loop);
  const int64_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14};
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
  orderLoops(best);
  return best;
}

Schedule neo::chooseSchedule(const LoopNest &nest, const TargetModel &target) {
  return ScheduleChooser(nest, target).choose();
}
