//===- EpilogueKernel.cpp - Statements behind a reduction, on a GPU -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The statements of a neo.kernel that shares all loops of a reduction's result
// are its epilogue: a thread has the accumulators of the elements that it goes
// on with, so what is between the statements stays in registers.
//
//     neo.kernel [i: 4096, j: 4096]
//       C[i, j]  sum [k] A[i, k] * B[k, j]    <[0] = ...>, <[1] = ...>, <[2] =
//       ...> Y[i, j]  max(C[i, j] + b[j], 0)       <[0] = ...>, <[1] = ...>
//
// The reduction has the schedule that it has alone, and the others split their
// loops as it does. Lanes and warps that share terms have the whole result once
// it is joined: of the others they are an axis without loops. Blocks that share
// terms have not, so then the epilogue is a kernel of its own.
//
//===----------------------------------------------------------------------===//

#include "ContractionSchedule.h"
#include "WindowLayout.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/ElementwiseRead.h"
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

  bool match();
  bool write();

private:
  bool refuse(const Twine &why) {
    reason = why.str();
    return false;
  }
  bool isInner(Value value);
  bool follows(ComputeOp statement);
  SmallVector<GPUAxisAttr> getFollowersAxes(GPUScheduleAttr first);
  GPUAccessAttr planInner(ComputeOp statement, unsigned operand);
  GPUScheduleAttr planFollower(ComputeOp statement, GPUScheduleAttr first,
                               int64_t &shared);

  KernelOp op;
  const GPUMachine &machine;
  std::string &reason;
  SmallVector<ComputeOp> statements;
};
} // namespace

bool EpilogueKernel::isInner(Value value) {
  return llvm::any_of(statements, [&](ComputeOp statement) {
    return statement.getResult() == value;
  });
}

/// Does `statement` make each element of what others made of the same element?
bool EpilogueKernel::follows(ComputeOp statement) {
  ComputeOp first = statements.front();
  if (statement.getNumReductionLoops() != 0 ||
      statement.getType().getShape() != first.getType().getShape())
    return false;
  for (unsigned operand = 0; operand < statement.getNumOperands(); ++operand)
    if (isInner(statement.getOperand(operand)) &&
        !readsOwnElement(statement, operand))
      return false;
  return true;
}

bool EpilogueKernel::match() {
  ComputeOp first = statements.front();
  return statements.size() > 1 && first.getNumReductionLoops() != 0 &&
         op.getLoopNames().size() == first.getNumOutputLoops() &&
         llvm::all_of(ArrayRef(statements).drop_front(),
                      [&](ComputeOp other) { return follows(other); });
}

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

GPUScheduleAttr EpilogueKernel::planFollower(ComputeOp statement,
                                             GPUScheduleAttr first,
                                             int64_t &shared) {
  SmallVector<GPUAxisAttr> axes = getFollowersAxes(first);
  AxisSpace space(statement, axes);
  SmallVector<GPUAccessAttr> reads;
  for (unsigned operand = 0; operand < statement.getNumOperands(); ++operand)
    reads.push_back(isInner(statement.getOperand(operand))
                        ? planInner(statement, operand)
                        : planRead(space, statement, operand));
  GPUAccessAttr write = planResult(statement, axes, machine, shared);
  return GPUScheduleAttr::get(op.getContext(), machine.chip, first.getBlocks(),
                              first.getThreads(), shared, axes, reads, write,
                              /*mma=*/0, /*join=*/{});
}

/// `schedule` with as many bytes of shared memory as any of the kernel has.
static GPUScheduleAttr withShared(GPUScheduleAttr schedule, int64_t shared) {
  return GPUScheduleAttr::get(
      schedule.getContext(), schedule.getChip(), schedule.getBlocks(),
      schedule.getThreads(), shared, schedule.getAxes(), schedule.getReads(),
      schedule.getWrite(), schedule.getMma(), schedule.getJoin());
}

bool EpilogueKernel::write() {
  GPUScheduleAttr first = chooseGPUSchedule(statements.front(), machine);
  if (first.getJoin())
    return refuse("blocks share the terms of the reduction");
  int64_t shared = first.getShared();
  SmallVector<GPUScheduleAttr> schedules = {first};
  for (ComputeOp statement : ArrayRef(statements).drop_front())
    schedules.push_back(planFollower(statement, first, shared));
  for (auto [statement, schedule] : llvm::zip_equal(statements, schedules))
    statement->setAttr(gpuScheduleAttrName, withShared(schedule, shared));
  return true;
}

bool neo::scheduleKernel(KernelOp op, const GPUMachine &machine,
                         std::string &reason) {
  EpilogueKernel epilogue(op, machine, reason);
  bool follows = epilogue.match();
  // A product's elements are rows of terms, too, but are made in tiles.
  if (follows && chooseContraction(op.getStatements().front(), machine))
    return epilogue.write();
  return scheduleRowKernel(op, machine, reason) ||
         (follows && epilogue.write());
}
