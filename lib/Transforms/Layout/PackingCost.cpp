//===- PackingCost.cpp - Cost of packed copies ----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PackingCost.h"

#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Schedule/Schedule.h"

#include <limits>

using namespace mlir;
using namespace neo;

/// Largest ratio of costs at which a copy pays.
constexpr double clearly = 0.97;

static double predictCycles(ComputeOp op, const TargetModel &target) {
  double cycles = 0;
  chooseSchedule(LoopNest::get(op), target, &cycles);
  return cycles;
}

static TargetModel targetOf(ComputeOp op) {
  return TargetModel::of(InstructionSet::of(op));
}

CopyReaders::Key CopyReaders::keyOf(ComputeOp op, const Packing &packing) {
  unsigned dimensions = 0;
  for (unsigned dimension : packing.dimensions)
    dimensions |= 1u << (dimension % 32);
  return {op.getOperand(packing.operand), dimensions, packing.width};
}

void CopyReaders::add(ComputeOp op) {
  for (const Packing &packing : listPackings(op, [](unsigned, StringRef) {}))
    ++readers[keyOf(op, packing)];
}

double CopyReaders::count(ComputeOp op, const Packing &packing) const {
  return std::max(1u, readers.lookup(keyOf(op, packing)));
}

/// Does each tile read exactly one whole panel of `operand`? A tile that reads
/// parts of several panels has no better locality than in the original.
static bool readsWholePanels(ComputeOp op, unsigned operand,
                             const TargetModel &target) {
  LoopNest nest = LoopNest::get(op);
  Schedule schedule = chooseSchedule(nest, target);
  const LinearForm &access = nest.operands[operand].access;
  for (auto [l, loop] : llvm::enumerate(nest.loops))
    if (!loop.isReduction && access.dependsOn(l) &&
        schedule.step(l) != (access.coefficients[l] == 1 ? loop.extent : 1))
      return false;
  return true;
}

/// Cycles of `op` with packed operands, plus its share of the copies that each
/// run makes, each used by `readers` operators.
static double predictPacked(ComputeOp op, ArrayRef<Packing> packings,
                            const TargetModel &target, double readers = 1) {
  OpBuilder builder(op);
  auto trial = cast<ComputeOp>(builder.clone(*op));
  double cycles = 0;
  SmallVector<ComputeOp> copies;
  for (const Packing &packing : packings) {
    copies.push_back(packOperand(builder, trial, packing));
    if (!isFixed(copies.back().getResult()))
      cycles += predictCycles(copies.back(), target) / readers;
    else if (packing.width && !readsWholePanels(trial, packing.operand, target))
      cycles = std::numeric_limits<double>::infinity();
  }
  cycles += predictCycles(trial, target);
  trial.erase();
  for (ComputeOp copy : copies)
    copy.erase();
  return cycles;
}

void neo::transposeOne(ComputeOp op, SmallVectorImpl<Packing> &packings) {
  TargetModel target = targetOf(op);
  double least = clearly * predictPacked(op, packings, target);
  SmallVector<Packing> best = llvm::to_vector(packings);
  for (auto [i, packing] : llvm::enumerate(packings)) {
    std::optional<Packing> turned =
        choosePackingTransposed(op, packing.operand);
    if (!turned)
      continue;
    SmallVector<Packing> other = llvm::to_vector(packings);
    other[i] = *turned;
    double cycles = predictPacked(op, other, target);
    if (cycles >= least)
      continue;
    least = cycles;
    best = other;
  }
  packings.assign(best.begin(), best.end());
}

/// The packing with which the contraction takes least time, if that is less
/// than `share` of the time without.
static std::optional<Packing>
chooseCheapest(ComputeOp op, ArrayRef<Packing> packings, double share,
               const CopyReaders &readers, PackingRefusal refuse) {
  if (packings.empty())
    return std::nullopt;
  TargetModel target = targetOf(op);
  double least = share * predictCycles(op, target);
  std::optional<Packing> best;
  for (const Packing &packing : packings) {
    double cycles =
        predictPacked(op, packing, target, readers.count(op, packing));
    if (cycles >= least) {
      refuse(packing.operand,
             "vectors can be filled from the operands as they stand");
      continue;
    }
    least = cycles;
    best = packing;
  }
  return best;
}

std::optional<Packing> neo::chooseByCost(ComputeOp op,
                                         const CopyReaders &readers,
                                         PackingRefusal refuse) {
  return chooseCheapest(op, listPackings(op, refuse), clearly, readers, refuse);
}

std::optional<Packing> neo::chooseFixed(ComputeOp op) {
  auto ignore = [](unsigned, StringRef) {};
  return chooseCheapest(op, listFixedPackings(op, ignore), 1, CopyReaders(),
                        ignore);
}

bool neo::packsInKernel(ComputeOp op, const Packing &packing) {
  TargetModel target = targetOf(op);
  double cycles = 0;
  Schedule schedule = chooseSchedule(LoopNest::get(op), target, &cycles);
  return !schedule.packed.empty() &&
         cycles <= predictPacked(op, packing, target);
}
