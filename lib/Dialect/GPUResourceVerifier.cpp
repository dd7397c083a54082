//===- GPUResourceVerifier.cpp - Memory that a chip has not ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GPUResourceVerifier.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace neo;

static LogicalResult verifyRoom(ComputeOp op, GPUScheduleAttr schedule,
                                const GPUMachine &machine) {
  if (schedule.getShared() <= machine.maxBlockShared)
    return success();
  return refuseGPUSchedule(op)
         << "it has " << schedule.getShared()
         << " bytes of shared memory; a block of " << schedule.getChip()
         << " has 0 to " << machine.maxBlockShared;
}

/// Registers of the results that a thread holds while terms are added.
static int64_t countAccumulatorRegisters(ComputeOp op,
                                         GPUScheduleAttr schedule) {
  int64_t registers = 0;
  for (Type type : getAccumulatorTypes(op))
    registers += llvm::divideCeil(type.getIntOrFloatBitWidth(), 32);
  for (GPUAxisAttr axis : schedule.getAxes())
    if (!isReduced(op, axis))
      registers *= getSize(axis, {GPUUnit::vector_, GPUUnit::register_});
  return registers;
}

static LogicalResult verifyAccumulators(ComputeOp op, GPUScheduleAttr schedule,
                                        const GPUMachine &machine) {
  int64_t most = std::min(machine.maxThreadRegisters,
                          machine.registers / schedule.getThreads());
  int64_t needed = countAccumulatorRegisters(op, schedule);
  if (op.getNumReductionLoops() == 0 || needed <= most)
    return success();
  return refuseGPUSchedule(op)
         << "the results that a thread adds up take " << needed
         << " registers; one of " << schedule.getThreads() << " threads of "
         << schedule.getChip() << " has " << most
         << ", and would spill: put fewer steps of the result's loops into "
            "'vector' and 'register'";
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
  std::optional<GPUMachine> machine =
      findSaidMachine(op->getParentOfType<ModuleOp>(), schedule.getChip());
  return success(machine && succeeded(verifyRoom(op, schedule, *machine)) &&
                 succeeded(verifyAccumulators(op, schedule, *machine)) &&
                 succeeded(verifySums(op, schedule)));
}
