//===- TransposeSchedule.cpp - Reads that run across the result -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TransposeSchedule.h"

#include "AxisBuilder.h"
#include "WindowLayout.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/GPU/AccessPlan.h"

using namespace mlir;
using namespace neo;

/// A tile has so many steps each way; 256 threads make four elements each.
constexpr int64_t tileSteps = warpLanes, tileWarps = 8;

/// Steps of an axis that are worth a tile: of fewer, caches do as well.
constexpr int64_t leastTileSteps = 16;

namespace {
class TransposeSchedule {
public:
  TransposeSchedule(ComputeOp op, const GPUMachine &machine)
      : op(op), machine(machine) {}

  bool findAxes();
  GPUScheduleAttr build();

private:
  bool runsAcross(unsigned operand);
  SmallVector<int64_t> getTrailingLoops(unsigned operand);
  int64_t countSteps(ArrayRef<int64_t> loops);
  GPUAccessAttr stage(ArrayRef<GPUAxisAttr> axes, unsigned operand,
                      int64_t &shared);

  ComputeOp op;
  const GPUMachine &machine;
  /// Loops that operands run along across the result, those that the result
  /// runs along, and the others.
  SmallVector<int64_t> across, along, others;
};
} // namespace

/// Loops that are the last indices of the operand by themselves, in its order,
/// before the last loop of the result.
SmallVector<int64_t> TransposeSchedule::getTrailingLoops(unsigned operand) {
  SmallVector<int64_t> loops;
  for (AffineExpr index : llvm::reverse(op.getMap(operand).getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop || loop.getPosition() + 1 == op.getNumOutputLoops() ||
        llvm::is_contained(loops, loop.getPosition()))
      break;
    loops.insert(loops.begin(), loop.getPosition());
  }
  return loops;
}

/// Is the operand contiguous along the loops across, and another element for
/// each step along the result?
bool TransposeSchedule::runsAcross(unsigned operand) {
  SmallVector<int64_t> trailing = getTrailingLoops(operand);
  return !trailing.empty() && trailing.back() == across.back() &&
         llvm::any_of(along, [&](int64_t loop) {
           return op.getMap(operand).isFunctionOfDim(loop);
         });
}

int64_t TransposeSchedule::countSteps(ArrayRef<int64_t> loops) {
  SmallVector<int64_t> extents = op.getExtents();
  int64_t steps = 1;
  for (int64_t loop : loops)
    steps *= extents[loop];
  return steps;
}

/// The largest operand that runs across says along which loops.
bool TransposeSchedule::findAxes() {
  if (op.getNumOutputLoops() < 2 || op.getWhereSet())
    return false;
  int64_t most = 0;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand) {
    int64_t elements = op.getOperandType(operand).getNumElements();
    SmallVector<int64_t> loops = getTrailingLoops(operand);
    if (loops.empty() || elements <= most)
      continue;
    most = elements;
    across = loops;
  }
  if (across.empty())
    return false;
  for (int64_t loop = op.getNumOutputLoops();
       loop-- > 0 && !llvm::is_contained(across, loop);)
    along.insert(along.begin(), loop);
  for (int64_t loop = 0; loop < int64_t(op.getNumOutputLoops()); ++loop)
    if (!llvm::is_contained(across, loop) && !llvm::is_contained(along, loop))
      others.push_back(loop);
  return countSteps(across) >= leastTileSteps &&
         countSteps(along) >= leastTileSteps &&
         llvm::any_of(llvm::seq(op.getNumOperands()),
                      [&](unsigned operand) { return runsAcross(operand); });
}

GPUAccessAttr TransposeSchedule::stage(ArrayRef<GPUAxisAttr> axes,
                                       unsigned operand, int64_t &shared) {
  AxisSpace copies(op, getCopyAxes(op, axes, 1));
  GPUAccessAttr read = planRead(copies, op, operand);
  int64_t bytes = getElementBytes(op.getOperandType(operand));
  int64_t acrossAxis = axes.size() - 2, alongAxis = axes.size() - 1;
  int64_t pad = std::max<int64_t>(1, GPUMachine::bankBytes / bytes);
  GPUWindowAttr window = layOutWindow(axes, {acrossAxis, alongAxis}, acrossAxis,
                                      /*vector=*/1, bytes, pad, shared);
  return GPUAccessAttr::get(op.getContext(), GPUSpace::shared, 1, acrossAxis,
                            bytes, read.getGuards(), read.getEdges(), window);
}

GPUScheduleAttr TransposeSchedule::build() {
  AxisBuilder rest(op, others), rows(op, across), columns(op, along);
  rest.splitRest(GPUUnit::block);
  rows.split(GPUUnit::warp, tileWarps);
  rows.split(GPUUnit::register_, tileSteps / tileWarps);
  rows.splitRest(GPUUnit::block);
  columns.split(GPUUnit::lane, tileSteps);
  columns.splitRest(GPUUnit::block);
  SmallVector<GPUAxisAttr> axes = {rows.get(), columns.get()};
  if (!others.empty())
    axes.insert(axes.begin(), rest.get());
  AxisSpace space(op, axes);
  int64_t shared = 0, blocks = 1;
  SmallVector<GPUAccessAttr> reads;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
    reads.push_back(runsAcross(operand) ? stage(axes, operand, shared)
                                        : planRead(space, op, operand));
  for (GPUAxisAttr axis : axes)
    blocks *= getSize(axis, {GPUUnit::block});
  return GPUScheduleAttr::get(op.getContext(), machine.chip, blocks,
                              tileWarps * warpLanes, shared, axes, reads,
                              planWrite(space, op), /*mma=*/0,
                              GPUOverlapAttr::getNone(op.getContext()),
                              /*rolled=*/{}, /*join=*/{});
}

GPUScheduleAttr neo::chooseTranspose(ComputeOp op, const GPUMachine &machine) {
  TransposeSchedule schedule(op, machine);
  return schedule.findAxes() ? schedule.build() : GPUScheduleAttr();
}
