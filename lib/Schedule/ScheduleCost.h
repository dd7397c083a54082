//===- ScheduleCost.h - The cost of a schedule ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The cost of a schedule is in cycles of a core that issues two loads, two
// vector operations and one store per cycle:
//
//     time = tiles * (reduction steps * max(loads, operations) / 2 + stores)
//
// Loads are counted once per tile step for each operand, times the unrolled
// loops it depends on: that is what register tiling saves. An access that is
// not contiguous costs as many loads as it is split into. Masked lanes at the
// end of a loop cost as much as useful ones. Unrolled steps of a reduction
// share loads, unless the schedule says `apart`. Traffic from beyond L2 is a
// separate term (TrafficModel.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_SCHEDULECOST_H
#define NEO_LIB_SCHEDULE_SCHEDULECOST_H

#include "Neo/Schedule/AccessPlan.h"

#include "Neo/Dialect/Positions.h"

#include <limits>
#include <map>

namespace neo {

class ScheduleCost {
public:
  ScheduleCost(const LoopNest &nest, const TargetModel &target)
      : nest(nest), target(target), bodyCycles(bodyCost()) {}

  /// Cycles of all tiles. If they exceed `enough`, the result may be any lower
  /// bound that does, too.
  double
  computation(const Schedule &schedule,
              double enough = std::numeric_limits<double>::infinity()) const;
  /// Cycles for loading and storing partial results between blocks of a
  /// reduction.
  double partialResults(const Schedule &schedule) const;
  /// Cycles of one step for operands that come from L2 (L2Traffic.cpp).
  double l2Traffic(const Schedule &schedule) const;
  /// Cycles of one step of exposed memory latency (ExposedLatency.cpp).
  double exposedLatency(const Schedule &schedule) const;
  /// Cycles of waiting for columns from beyond L2 (ColumnLatency.cpp).
  double columnLatency(const Schedule &schedule) const;
  /// Cycles of all TLB misses (TLBMisses.cpp).
  double tlbMisses(const Schedule &schedule) const;
  /// Cycles of the whole nest, whose computation takes `computing` and whose
  /// traffic beyond L2 is `bytes`; most of both overlaps.
  double run(const Schedule &schedule, double computing, double bytes) const;
  /// Do accumulators and operands of a step fit the registers?
  bool fitsRegisters(const Schedule &schedule) const;
  /// Do accumulators leave no registers for elements that unrolled steps share?
  bool isCrowded(const Schedule &schedule) const;
  /// Cycles of one step for spilled values, where register pressure exceeds the
  /// registers (RegisterPressure.h).
  double spills(const Schedule &schedule) const;
  /// Lanes of the widest element in the kernel.
  int64_t nativeLanes() const;
  bool isArgReduction() const {
    ComputeOp op = nest.op;
    return findsPosition(op.getKind());
  }

private:
  double loadCost(const Schedule &schedule, const NestOperand &operand) const;
  double loadsPerVector(const Schedule &schedule, const NestOperand &operand,
                        const AccessPlan &plan) const;
  double loadsOfPieces(const Schedule &schedule, const NestOperand &operand,
                       const LanePiece &piece) const;
  double loadsPerStep(const Schedule &schedule, const NestOperand &operand,
                      const AccessPlan &plan) const;
  bool changes(const NestOperand &operand) const;
  /// Distinct positions, at least `apart` elements apart, that a tile accesses
  /// in one step (StreamCount.cpp).
  double countStreams(const Schedule &schedule, const LinearForm &access,
                      int64_t apart) const;
  double lateRows(const Schedule &schedule, const NestOperand &operand) const;
  bool sharesRange(const Schedule &schedule, const NestOperand &operand) const;
  double streams(const Schedule &schedule, const NestOperand &operand) const;
  bool isMisaligned(const Schedule &schedule, const NestOperand &operand) const;
  double storeCost(const Schedule &schedule) const;
  /// Cycles of all tiles in tile registers (AMXCost.cpp).
  double amxCycles(const Schedule &schedule) const;
  double bodyCost() const;
  double distinctReads(const Schedule &schedule,
                       const NestOperand &operand) const;
  bool transposes(const Schedule &schedule) const;
  bool placesAll(const Schedule &schedule) const;
  /// Operations on a vector of the result for conditions of its terms that are
  /// evaluated in every step.
  double maskCycles(const Schedule &schedule) const;
  double shareOfLoops(const Schedule &schedule) const;

  const LoopNest &nest;
  const TargetModel &target;
  double bodyCycles;
  /// Memoised shareOfSteps, by the parts of a schedule that it depends on.
  mutable std::map<llvm::SmallVector<int64_t, 16>, double> shares;
};

} // namespace neo

#endif // NEO_LIB_SCHEDULE_SCHEDULECOST_H
