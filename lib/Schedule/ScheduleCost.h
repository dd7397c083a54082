//===- ScheduleCost.h - What a schedule costs -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A schedule is costed in cycles of a core that starts two loads, two vector
// operations and one store per cycle:
//
//     time = tiles * (reduction steps * max(loads, operations) / 2 + stores)
//
// Loads are counted once per tile step for each operand, times the unrolled
// loops it depends on: that is what register tiling saves. A lane access that
// is not contiguous pays by the pieces it is read in. Masked lanes at the end
// of a loop are paid like useful ones. Steps of a reduction that are unrolled
// read once what they share, unless they are kept apart. What comes from beyond
// the second-level cache is another sum (TrafficModel.h).
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

  /// Cycles that the tiles take. If they are more than `enough`, this is a part
  /// of them that is.
  double
  computation(const Schedule &schedule,
              double enough = std::numeric_limits<double>::infinity()) const;
  /// Cycles for reading and writing results between blocks of a reduction.
  double partialResults(const Schedule &schedule) const;
  /// Cycles in which one step's operands come from L2 (L2Traffic.cpp).
  double l2Traffic(const Schedule &schedule) const;
  /// Cycles of one step that wait for memory, unhidden (ExposedLatency.cpp).
  double exposedLatency(const Schedule &schedule) const;
  /// Cycles of all TLB misses (TLBMisses.cpp).
  double tlbMisses(const Schedule &schedule) const;
  /// Cycles of the whole nest, whose computation takes `computing` and which
  /// moves `bytes` beyond the caches: most of both happens at the same time.
  double run(const Schedule &schedule, double computing, double bytes) const;
  /// Do accumulators and operands of a step fit the registers?
  bool fitsRegisters(const Schedule &schedule) const;
  /// Do accumulators leave no registers for what written-out steps share?
  bool isCrowded(const Schedule &schedule) const;
  /// Cycles of one step for values that wait in memory for their next use,
  /// since there are more than registers (RegisterPressure.h).
  double spills(const Schedule &schedule) const;
  /// Lanes of the widest element that the kernel touches.
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
  /// Places at least `apart` elements apart that a tile goes to in one step
  /// (PlaceCount.cpp).
  double countStreams(const Schedule &schedule, const LinearForm &access,
                      int64_t apart) const;
  double lateRows(const Schedule &schedule, const NestOperand &operand) const;
  bool sharesRange(const Schedule &schedule, const NestOperand &operand) const;
  double streams(const Schedule &schedule, const NestOperand &operand) const;
  bool isMisaligned(const Schedule &schedule, const NestOperand &operand) const;
  double storeCost(const Schedule &schedule) const;
  double bodyCost() const;
  double distinctReads(const Schedule &schedule,
                       const NestOperand &operand) const;
  bool transposes(const Schedule &schedule) const;
  bool placesAll(const Schedule &schedule) const;
  double shareOfLoops(const Schedule &schedule) const;

  const LoopNest &nest;
  const TargetModel &target;
  double bodyCycles;
  /// shareOfSteps by all of a schedule that it depends on.
  mutable std::map<llvm::SmallVector<int64_t, 16>, double> shares;
};

} // namespace neo

#endif // NEO_LIB_SCHEDULE_SCHEDULECOST_H
