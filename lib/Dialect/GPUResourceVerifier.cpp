//===- GPUResourceVerifier.cpp - Memory that a block has not --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GPUResourceVerifier.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace neo;

static LogicalResult verifyRoom(ComputeOp op, GPUScheduleAttr schedule) {
  std::optional<int64_t> most =
      findBlockShared(op->getParentOfType<ModuleOp>(), schedule.getChip());
  if (!most)
    return failure();
  if (schedule.getShared() <= *most)
    return success();
  return refuseGPUSchedule(op) << "it has " << schedule.getShared()
                               << " bytes of shared memory; a block of "
                               << schedule.getChip() << " has 0 to " << *most;
}

/// Sums of threads, one buffer for each accumulator, as the code lays them out.
static LogicalResult verifySums(ComputeOp op, GPUScheduleAttr schedule) {
  bool joinsWarps = llvm::any_of(schedule.getAxes(), [&](GPUAxisAttr axis) {
    return isReduced(op, axis) && getSize(axis, GPUUnit::warp) > 1;
  });
  if (!joinsWarps)
    return success();
  int64_t bytes = 0;
  for (Type type : getAccumulatorTypes(op))
    bytes += std::max<int64_t>(type.getIntOrFloatBitWidth() / 8, 4);
  int64_t needed = bytes * schedule.getThreads();
  if (schedule.getShared() >= needed)
    return success();
  return refuseGPUSchedule(op)
         << "warps share terms, which takes " << needed
         << " bytes of shared memory, " << bytes
         << " for each thread; the block has " << schedule.getShared();
}

LogicalResult neo::verifyGPUResources(ComputeOp op, GPUScheduleAttr schedule) {
  return success(succeeded(verifyRoom(op, schedule)) &&
                 succeeded(verifySums(op, schedule)));
}
