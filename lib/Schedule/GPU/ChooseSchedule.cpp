//===- ChooseSchedule.cpp - The schedule of an operator on a GPU ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/GPU/ChooseSchedule.h"

#include "AxisBuilder.h"
#include "Coalescing.h"
#include "ContractionSchedule.h"
#include "RolledSteps.h"
#include "SplitTerms.h"
#include "TransposeSchedule.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/GPU/AccessPlan.h"

using namespace mlir;
using namespace neo;

static SmallVector<int64_t> getLoops(ComputeOp op, bool reduced) {
  unsigned outputs = op.getNumOutputLoops();
  auto loops = reduced ? llvm::seq<int64_t>(outputs, op.getNumLoops())
                       : llvm::seq<int64_t>(0, outputs);
  return llvm::to_vector(loops);
}

/// Plans all accesses by `axes`, and sums up.
static GPUScheduleAttr complete(ComputeOp op, const GPUMachine &machine,
                                ArrayRef<GPUAxisAttr> axes, int64_t shared,
                                int64_t parts = 1) {
  AxisSpace space(op, axes);
  SmallVector<GPUAccessAttr> reads;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
    reads.push_back(planRead(space, op, operand));
  int64_t blocks = op.getType().getNumElements() == 0 ? 0 : 1, warps = 1;
  for (GPUAxisAttr axis : axes) {
    blocks *= getSize(axis, {GPUUnit::block});
    warps *= getSize(axis, {GPUUnit::warp});
  }
  GPUJoinAttr join = makeJoin(op, parts, machine);
  return GPUScheduleAttr::get(op.getContext(), machine.chip, blocks,
                              warps * warpLanes, shared, axes, reads,
                              planParts(space, op, join), /*mma=*/0,
                              GPUOverlapAttr::getNone(op.getContext()),
                              findRolledSteps(op, axes, reads), join);
}

//===----------------------------------------------------------------------===//
// Without a reduction
//===----------------------------------------------------------------------===//

/// The widest access of `bytes` each that `steps` are a multiple of.
static int64_t getVector(int64_t steps, int64_t bytes) {
  int64_t vector = GPUMachine::maxAccessBytes / bytes;
  while (vector > 1 && steps % vector != 0)
    vector /= 2;
  return vector;
}

/// The narrowest element that is read or written: its accesses become as wide
/// as they can be, and those of wider elements are several.
static int64_t getNarrowestBytes(ComputeOp op) {
  int64_t bytes = getElementBytes(op.getType());
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
    if (op.getOperandType(operand).getRank() > 0)
      bytes = std::min(bytes, getElementBytes(op.getOperandType(operand)));
  return std::max<int64_t>(bytes, 2);
}

/// What a narrower vector has to save of the sectors: it takes more
/// instructions, and sectors that are asked for again are in the first-level
/// cache.
constexpr double leastSaving = 0.5;

/// The vector of each thread, `widest` at most: accesses of threads that have
/// neighbours each are far apart where the neighbours are read one by one.
static int64_t chooseVector(ComputeOp op, int64_t widest) {
  int64_t best = widest;
  double least = std::numeric_limits<double>::max();
  for (int64_t vector = widest; vector > 0; vector /= 2) {
    AxisBuilder axis(op, getLoops(op, false));
    axis.split(GPUUnit::vector_, vector);
    axis.split(GPUUnit::lane, warpLanes);
    axis.splitRest(GPUUnit::block);
    AxisSpace space(op, axis.get());
    double sectors = double(countSectors(space, op, /*writes=*/true)) / vector;
    if (sectors > least * (1 - leastSaving))
      continue;
    least = sectors;
    best = vector;
  }
  return best;
}

static GPUScheduleAttr chooseElementwise(ComputeOp op,
                                         const GPUMachine &machine) {
  AxisBuilder axis(op, getLoops(op, false));
  int64_t steps = axis.getLeft();
  int64_t vector = getVector(steps, getNarrowestBytes(op));
  // Small grids use more threads to fill the machine.
  int64_t machineThreads = machine.multiprocessors * usualWarps * warpLanes;
  while (vector > 1 && steps / vector < machineThreads)
    vector /= 2;
  axis.split(GPUUnit::vector_, chooseVector(op, vector));
  axis.split(GPUUnit::lane, warpLanes);
  axis.splitPower(GPUUnit::warp, usualWarps);
  axis.splitRest(GPUUnit::block);
  return complete(op, machine, axis.get(), 0);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Are neighbours along `loop` contiguous?
static bool isContiguous(ComputeOp op, unsigned operand, unsigned loop) {
  AffineExpr self = getAffineDimExpr(loop, op.getContext());
  AffineExpr address =
      linearize(op.getMap(operand), op.getOperandType(operand));
  AffineExpr step =
      simplifyAffineExpr(address.replace(self, self + 1) - address,
                         op.getMap(operand).getNumDims(), 0);
  return step == getAffineConstantExpr(1, op.getContext());
}

/// Sectors that a warp touches for 32 terms, if `ofTerms` of its lanes have
/// terms of the same element: those of an access, by the lanes that are idle
/// behind the last term.
static double countSectorsByLanes(ComputeOp op, int64_t ofTerms) {
  AxisBuilder outputs(op, getLoops(op, false)), terms(op, getLoops(op, true));
  double all = double(terms.getLeft());
  terms.split(GPUUnit::lane, ofTerms);
  double accesses = double(terms.getLeft());
  terms.splitRest(GPUUnit::step);
  outputs.split(GPUUnit::lane, warpLanes / ofTerms);
  outputs.splitRest(GPUUnit::block);
  AxisSpace space(op, {outputs.get(), terms.get()});
  return double(countSectors(space, op, /*writes=*/false)) * accesses *
         double(ofTerms) / all;
}

/// Should the lanes of a warp have the terms of an element, rather than an
/// element each? What they have of it is joined by two instructions for each
/// halving.
static bool runsAlongReduction(ComputeOp op, const GPUMachine &machine) {
  int64_t rows = AxisBuilder(op, getLoops(op, false)).getLeft();
  int64_t terms = AxisBuilder(op, getLoops(op, true)).getLeft();
  if (rows < warpLanes || op.getType().getNumElements() == 0)
    return true;
  auto lanes = std::min<int64_t>(warpLanes, llvm::PowerOf2Ceil(terms));
  double joins = 2.0 * llvm::Log2_64(lanes) / machine.getSectorIssues() /
                 double(llvm::divideCeil(terms, lanes));
  return countSectorsByLanes(op, lanes) + joins <= countSectorsByLanes(op, 1);
}

/// Terms of a thread that are unrolled, so that several loads are in flight.
constexpr int64_t unrolledTerms = 4;

/// Loads of `vector` neighbours along the terms.
static int64_t countLoads(ComputeOp op, int64_t vector) {
  auto term = findInnermostLoop(op, op.getNumOutputLoops(), op.getNumLoops());
  int64_t loads = 0;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
    loads += term && isContiguous(op, operand, *term) ? 1 : vector;
  return loads;
}

/// How many times `vector` terms are unrolled, of `steps` that are left.
static int64_t getUnrolled(ComputeOp op, int64_t vector, int64_t steps) {
  int64_t most = GPUMachine::mostLoadsInFlight /
                 std::max<int64_t>(countLoads(op, vector), 1);
  return std::min(std::clamp<int64_t>(most, 1, unrolledTerms), steps);
}

/// Steps of a loop that a block walks at least, if others share the terms.
constexpr int64_t leastSteps = 4;

/// Splits the steps that are left of `terms` between a loop and blocks, where
/// `blocks` of them would make the result; gives how many share it.
static int64_t splitAmongBlocks(ComputeOp op, AxisBuilder &terms,
                                int64_t blocks, const GPUMachine &machine) {
  int64_t bytes = 0;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand) {
    RankedTensorType type = op.getOperandType(operand);
    bytes += type.getNumElements() * getElementBytes(type);
  }
  double cycles = double(bytes) / blocks / getClockBytes(machine);
  int64_t parts =
      chooseParts(op, blocks, cycles, terms.getLeft() / leastSteps, machine);
  terms.split(GPUUnit::step, llvm::divideCeil(terms.getLeft(), parts));
  parts = terms.getLeft();
  terms.splitRest(GPUUnit::block);
  return parts;
}

static GPUScheduleAttr chooseRows(ComputeOp op, const GPUMachine &machine) {
  AxisBuilder outputs(op, getLoops(op, false)), terms(op, getLoops(op, true));
  int64_t rows = outputs.getLeft();
  int64_t bytes = 4;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
    bytes = std::max(bytes, getElementBytes(op.getOperandType(operand)));
  int64_t vector = getVector(terms.getLeft(), bytes);
  if (terms.getLeft() / vector < warpLanes)
    vector = 1;
  while (vector > 1 && countLoads(op, vector) > GPUMachine::mostLoadsInFlight)
    vector /= 2;
  terms.split(GPUUnit::vector_, vector);
  int64_t lanes = terms.splitPower(GPUUnit::lane, warpLanes);
  // Few long rows: a block takes one.
  int64_t warps = 1;
  if (rows * usualWarps < machine.multiprocessors * machine.maxWarps * 2)
    while (warps < usualWarps && terms.getLeft() / warps >= 2)
      warps *= 2;
  terms.split(GPUUnit::warp, warps);
  terms.split(GPUUnit::register_, getUnrolled(op, vector, terms.getLeft()));
  outputs.split(GPUUnit::lane, warpLanes / lanes);
  outputs.splitPower(GPUUnit::warp, usualWarps / warps);
  int64_t parts = splitAmongBlocks(op, terms, outputs.getLeft(), machine);
  outputs.splitRest(GPUUnit::block);
  GPUAxisAttr axes[] = {outputs.get(), terms.get()};
  int64_t threads = getSize(axes[0], {GPUUnit::warp}) * warps * warpLanes;
  return complete(op, machine, axes,
                  warps > 1 ? threads * getAccumulatorBytes(op) : 0, parts);
}

static GPUScheduleAttr chooseColumns(ComputeOp op, const GPUMachine &machine) {
  AxisBuilder outputs(op, getLoops(op, false)), terms(op, getLoops(op, true));
  int64_t columns = outputs.getLeft();
  outputs.split(GPUUnit::lane, warpLanes);
  int64_t machineWarps = machine.multiprocessors * usualWarps;
  int64_t warps = 1;
  while (warps < usualWarps && columns / warpLanes * warps < machineWarps &&
         terms.getLeft() / warps >= 2)
    warps *= 2;
  outputs.splitPower(GPUUnit::warp, usualWarps / warps);
  terms.split(GPUUnit::register_,
              getUnrolled(op, /*vector=*/1, terms.getLeft()));
  terms.split(GPUUnit::warp, std::min(warps, terms.getLeft()));
  int64_t parts = splitAmongBlocks(op, terms, outputs.getLeft(), machine);
  outputs.splitRest(GPUUnit::block);
  GPUAxisAttr axes[] = {outputs.get(), terms.get()};
  int64_t threads = getSize(axes[0], {GPUUnit::warp}) *
                    getSize(axes[1], {GPUUnit::warp}) * warpLanes;
  bool joins = getSize(axes[1], {GPUUnit::warp}) > 1;
  return complete(op, machine, axes,
                  joins ? threads * getAccumulatorBytes(op) : 0, parts);
}

GPUScheduleAttr neo::chooseGPUSchedule(ComputeOp op, const GPUMachine &machine,
                                       int64_t rank) {
  if (op.getNumReductionLoops() == 0) {
    GPUScheduleAttr transpose = chooseTranspose(op, machine);
    return transpose ? transpose : chooseElementwise(op, machine);
  }
  if (GPUScheduleAttr contraction = chooseContraction(op, machine, rank))
    return contraction;
  return runsAlongReduction(op, machine) ? chooseRows(op, machine)
                                         : chooseColumns(op, machine);
}
