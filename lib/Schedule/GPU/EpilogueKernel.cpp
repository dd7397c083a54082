//===- EpilogueKernel.cpp - Statements behind a reduction, on a GPU -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The statements of a neo.kernel that shares all loops of a reduction's result
// are its epilogue: a thread has the accumulators of the elements that it
// continues with, so intermediate values stay in registers.
//
//     neo.kernel [i: 4096, j: 4096]
//       C[i, j]  sum [k] A[i, k] * B[k, j]     axes [0], [1], [2]
//       Y[i, j]  max(C[i, j] + b[j], 0)        axes [0], [1]
//
// The reduction has the schedule that it has alone, and the others split their
// loops as it does. What several of them give goes through windows one behind
// the other in the shared memory that the reduction had, so that all are stored
// in one pass (EpilogueEmitter.h). Lanes and warps that share terms have the
// whole result once it is joined; in the other statements they are an axis
// without loops. Blocks that share terms do not, so then the epilogue is a
// kernel of its own.
//
//===----------------------------------------------------------------------===//

#include "WindowLayout.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/KernelEpilogue.h"
#include "Neo/Schedule/GPU/AccessPlan.h"
#include "Neo/Schedule/GPU/ChooseSchedule.h"

using namespace mlir;
using namespace neo;

namespace {
class EpilogueKernel {
public:
  EpilogueKernel(KernelOp op, const GPUMachine &machine, std::string &reason)
      : op(op), machine(machine), reason(reason),
        statements(op.getStatements()) {}

  /// By `first`, the schedule of the reduction.
  bool write(GPUScheduleAttr first);

private:
  SmallVector<GPUAxisAttr> getFollowersAxes(GPUScheduleAttr first);
  GPUAccessAttr planInner(ComputeOp statement, unsigned operand);
  GPUAccessAttr planGiven(ComputeOp statement, ArrayRef<GPUAxisAttr> axes);
  GPUScheduleAttr planFollower(ComputeOp statement, GPUScheduleAttr first);
  int64_t getRoom(GPUScheduleAttr first) const;

  KernelOp op;
  const GPUMachine &machine;
  std::string &reason;
  SmallVector<ComputeOp> statements;
  /// Bytes of shared memory: what windows may have, where the next one begins,
  /// and what the kernel needs.
  int64_t room = 0, next = 0, shared = 0;
};
} // namespace

/// Those of the outputs; lanes and warps of terms are threads that all do the
/// same.
SmallVector<GPUAxisAttr>
EpilogueKernel::getFollowersAxes(GPUScheduleAttr first) {
  SmallVector<GPUAxisAttr> axes;
  for (GPUAxisAttr axis : first.getAxes()) {
    if (!isReduced(statements.front(), axis)) {
      axes.push_back(axis);
      continue;
    }
    SmallVector<GPUSplitAttr> threads;
    for (GPUSplitAttr split : axis.getSplits())
      if (split.getUnit() == GPUUnit::lane || split.getUnit() == GPUUnit::warp)
        threads.push_back(split);
    if (!threads.empty())
      axes.push_back(
          GPUAxisAttr::get(op.getContext(), ArrayRef<int64_t>(), threads));
  }
  return axes;
}

GPUAccessAttr EpilogueKernel::planInner(ComputeOp statement, unsigned operand) {
  return GPUAccessAttr::get(op.getContext(), GPUSpace::registers, 1, 0,
                            getElementBytes(statement.getOperandType(operand)),
                            {}, {}, GPUWindowAttr());
}

/// Shared memory of a block that keeps no other from running beside it.
int64_t EpilogueKernel::getRoom(GPUScheduleAttr first) const {
  constexpr int64_t reserved = GPUMachine::reservedShared;
  int64_t blocks = machine.maxShared / (first.getShared() + reserved);
  int64_t most = machine.maxShared / std::max<int64_t>(blocks, 1) - reserved;
  return std::max(first.getShared(), std::min(most, machine.maxBlockShared));
}

/// A result that the kernel gives: its window is behind those of others, or
/// in their place where there is no room.
GPUAccessAttr EpilogueKernel::planGiven(ComputeOp statement,
                                        ArrayRef<GPUAxisAttr> axes) {
  int64_t end = next;
  GPUAccessAttr write = planResult(statement, axes, machine, end);
  if (end > room || !write.getWindow()) {
    end = 0;
    write = planResult(statement, axes, machine, end);
  }
  if (write.getWindow())
    next = end;
  shared = std::max(shared, end);
  return write;
}

GPUScheduleAttr EpilogueKernel::planFollower(ComputeOp statement,
                                             GPUScheduleAttr first) {
  SmallVector<GPUAxisAttr> axes = getFollowersAxes(first);
  AxisSpace space(statement, axes);
  SmallVector<GPUAccessAttr> reads;
  for (unsigned operand = 0; operand < statement.getNumOperands(); ++operand)
    reads.push_back(statement.getOperand(operand).getDefiningOp()
                        ? planInner(statement, operand)
                        : planRead(space, statement, operand));
  GPUAccessAttr write = llvm::is_contained(op.getGiven(), statement.getResult())
                            ? planGiven(statement, axes)
                            : planWrite(space, statement);
  return GPUScheduleAttr::get(op.getContext(), machine.chip, first.getBlocks(),
                              first.getThreads(), shared, axes, reads, write,
                              /*mma=*/0,
                              GPUOverlapAttr::getNone(op.getContext()),
                              /*rolled=*/{}, /*join=*/{});
}

/// `schedule` with as many bytes of shared memory as any of the kernel has, and
/// operands read ahead.
static GPUScheduleAttr inKernel(GPUScheduleAttr schedule, int64_t shared) {
  GPUOverlapAttr alone = schedule.getOverlap();
  auto overlap = GPUOverlapAttr::get(schedule.getContext(), alone.getCopies(),
                                     alone.getFragments(), mostVectorsAhead);
  return GPUScheduleAttr::get(schedule.getContext(), schedule.getChip(),
                              schedule.getBlocks(), schedule.getThreads(),
                              shared, schedule.getAxes(), schedule.getReads(),
                              schedule.getWrite(), schedule.getMma(), overlap,
                              schedule.getRolled(), schedule.getJoin());
}

bool EpilogueKernel::write(GPUScheduleAttr first) {
  if (first.getJoin()) {
    reason = "blocks share the terms of the reduction";
    return false;
  }
  room = getRoom(first);
  shared = first.getShared();
  GPUWindowAttr window = first.getWrite().getWindow();
  if (window && llvm::is_contained(op.getGiven(), statements[0].getResult()))
    next = window.getOffset() +
           window.getApart() * getElementBytes(statements[0].getType());
  SmallVector<GPUScheduleAttr> schedules = {first};
  for (ComputeOp statement : ArrayRef(statements).drop_front())
    schedules.push_back(planFollower(statement, first));
  for (auto [statement, schedule] : llvm::zip_equal(statements, schedules))
    statement->setAttr(gpuScheduleAttrName, inKernel(schedule, shared));
  return true;
}

/// Do lanes have terms of the same element, as those that walk rows?
static bool sharesTermsAmongLanes(ComputeOp op, GPUScheduleAttr schedule) {
  return llvm::any_of(schedule.getAxes(), [&](GPUAxisAttr axis) {
    return isReduced(op, axis) && getSize(axis, {GPUUnit::lane}) > 1;
  });
}

bool neo::scheduleKernel(KernelOp op, const GPUMachine &machine,
                         std::string &reason) {
  EpilogueKernel epilogue(op, machine, reason);
  ComputeOp reduction =
      op.getStatements().size() > 1 ? findTiledReduction(op) : ComputeOp();
  GPUScheduleAttr alone;
  if (reduction)
    alone = chooseGPUSchedule(reduction, machine);
  // A product's elements are rows of terms, too, but are made in tiles.
  if (alone && hasWindows(alone))
    return epilogue.write(alone);
  // Lanes with neighbouring outputs read neighbours; in rows they would have
  // terms that lie apart.
  if (alone && !alone.getJoin() && !sharesTermsAmongLanes(reduction, alone))
    return epilogue.write(alone);
  return scheduleRowKernel(op, machine, reason) ||
         (alone && epilogue.write(alone));
}
