//===- GPUOverlapVerifier.cpp - Accesses ahead, loops rolled --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GPUOverlapVerifier.h"

using namespace mlir;
using namespace neo;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult GPUOverlapAttr::verify(EmitError emitError, int64_t copies,
                                     int64_t fragments, int64_t operands) {
  for (int64_t number : {copies, fragments, operands})
    if (number < 1)
      return emitError() << "the numbers of an overlap are 1 or more, not "
                         << number;
  return success();
}

static LogicalResult verifyRolled(ComputeOp op, GPUScheduleAttr schedule,
                                  int64_t number) {
  ArrayRef<GPUAxisAttr> axes = schedule.getAxes();
  if (number < 0 || number >= int64_t(axes.size()) ||
      !isReduced(op, axes[number]) ||
      getSize(axes[number], {GPUUnit::step}) == 1)
    return refuseGPUSchedule(op)
           << "axis " << number << " has no loop over terms to keep rolled";
  if (hasWindows(schedule))
    return refuseGPUSchedule(op)
           << "the loop over stages in shared memory is rolled in any case";
  if (llvm::count(schedule.getRolled(), number) > 1)
    return refuseGPUSchedule(op)
           << "axis " << number << " is named twice among those rolled";
  return success();
}

LogicalResult neo::verifyGPUOverlap(ComputeOp op, GPUScheduleAttr schedule) {
  if (schedule.getOverlap().getOperands() > 1 &&
      !isa<KernelOp>(op->getParentOp()))
    return refuseGPUSchedule(op)
           << "operands are read ahead by the statements of a neo.kernel alone";
  int64_t copies = schedule.getOverlap().getCopies();
  int64_t most =
      hasWindows(schedule) && op.getNumReductionLoops() > 0
          ? countProductGroups(op, schedule.getAxes(), schedule.getMma())
          : 1;
  if (copies > most)
    return refuseGPUSchedule(op)
           << "copies are begun in " << copies << " parts, and a step has "
           << most << " groups of products to begin them among";
  return success(llvm::all_of(schedule.getRolled(), [&](int64_t number) {
    return succeeded(verifyRolled(op, schedule, number));
  }));
}
