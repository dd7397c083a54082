//===- GPUMachineOf.cpp - The numbers of a module's GPU -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/GPUSchedule.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace neo;

LogicalResult GPUMachineAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, int64_t multiprocessors,
    int64_t warps, int64_t registers, int64_t threadRegisters, int64_t shared,
    int64_t blockShared, int64_t fma, int64_t half, int64_t tf32,
    int64_t memory, int64_t cache, int64_t clock) {
  constexpr int64_t most = 1 << 30; // Products of two fit 64 bits.
  for (int64_t number :
       {multiprocessors, warps, registers, threadRegisters, shared, blockShared,
        fma, half, tf32, memory, cache, clock})
    if (number < 1 || number > most)
      return emitError() << "a number of a GPU is from 1 to " << most
                         << ", not " << number;
  if (threadRegisters > registers || blockShared > shared)
    return emitError() << "a thread or a block has no more than a "
                          "multiprocessor";
  return success();
}

static GPUMachine read(GPUMachineAttr said, GPUMachine machine) {
  machine.multiprocessors = said.getMultiprocessors();
  machine.maxWarps = said.getWarps();
  machine.registers = said.getRegisters();
  machine.maxThreadRegisters = said.getThreadRegisters();
  machine.maxShared = said.getShared();
  machine.maxBlockShared =
      std::min(machine.maxBlockShared, said.getBlockShared());
  machine.fmaPerClock = said.getFma();
  machine.halfProductsPerClock = said.getHalf();
  machine.tf32ProductsPerClock = said.getTf32();
  machine.bandwidth = said.getMemory();
  machine.cacheBytes = said.getCache();
  machine.megahertz = said.getClock();
  return machine;
}

GPUMachineAttr neo::describeMachine(MLIRContext *context,
                                    const GPUMachine &machine) {
  return GPUMachineAttr::get(context, machine.multiprocessors, machine.maxWarps,
                             machine.registers, machine.maxThreadRegisters,
                             machine.maxShared, machine.maxBlockShared,
                             machine.fmaPerClock, machine.halfProductsPerClock,
                             machine.tf32ProductsPerClock, machine.bandwidth,
                             machine.cacheBytes, machine.megahertz);
}

std::optional<GPUMachine> neo::findGPUMachine(ModuleOp module, StringRef chip) {
  std::optional<GPUMachine> machine = GPUMachine::get(chip);
  if (machine)
    return machine;
  auto error = module.emitError("Neo does not know the chip '")
               << chip << "'; it knows";
  for (const GPUMachine &known : GPUMachine::all())
    error << " " << known.chip;
  return std::nullopt;
}

std::optional<GPUMachine> neo::findSaidMachine(ModuleOp module,
                                               StringRef chip) {
  std::optional<GPUMachine> machine = findGPUMachine(module, chip);
  auto said = module->getAttrOfType<GPUMachineAttr>(gpuMachineAttrName);
  return machine && said ? read(said, *machine) : machine;
}

std::optional<GPUMachine> neo::getGPUMachine(ModuleOp module, StringRef chip) {
  std::optional<GPUMachine> machine = findSaidMachine(module, chip);
  Attribute said = module->getAttr(gpuMachineAttrName);
  if (!machine || isa_and_nonnull<GPUMachineAttr>(said))
    return machine;
  if (said) {
    module.emitError("'") << gpuMachineAttrName
                          << "' is a #neo.gpu_machine, not " << said;
    return std::nullopt;
  }
  module->setAttr(gpuMachineAttrName,
                  describeMachine(module.getContext(), *machine));
  return machine;
}
