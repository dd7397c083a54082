//===- MachineRates.cpp - How fast the machine is -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/MachineRates.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace neo;

static ModuleOp getModule(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  return module ? module : op->getParentOfType<ModuleOp>();
}

/// The rate that is called so; null if there is none.
static double *findRate(MachineRates &rates, StringRef name) {
  if (name == "vectors")
    return &rates.vectors;
  if (name == "memory")
    return &rates.memory;
  if (name == "cache")
    return &rates.cache;
  return name == "launch" ? &rates.launch : nullptr;
}

/// What `attribute` says; nothing if that is no rate.
static std::optional<double> readRate(Attribute attribute) {
  auto number = dyn_cast<FloatAttr>(attribute);
  if (!number)
    return std::nullopt;
  double value = number.getValueAsDouble();
  constexpr double least = 1e-12, most = 1e18;
  if (!(value >= least && value <= most))
    return std::nullopt;
  return value;
}

MachineRates MachineRates::of(Operation *op) {
  MachineRates rates;
  ModuleOp module = getModule(op);
  auto said = module ? module->getAttrOfType<DictionaryAttr>(machineAttrName)
                     : DictionaryAttr();
  if (!said)
    return rates;
  for (NamedAttribute entry : said)
    if (double *rate = findRate(rates, entry.getName()))
      *rate = readRate(entry.getValue()).value_or(*rate);
  return rates;
}

LogicalResult neo::verifyMachine(Operation *op) {
  ModuleOp module = getModule(op);
  Attribute said = module ? module->getAttr(machineAttrName) : Attribute();
  if (!said)
    return success();
  auto entries = dyn_cast<DictionaryAttr>(said);
  if (!entries)
    return op->emitError("neo.machine is ")
           << said << ", but must be a dictionary, {memory = 2.0e10}";
  MachineRates rates;
  for (NamedAttribute entry : entries) {
    if (!findRate(rates, entry.getName()))
      return op->emitError("neo.machine knows no '")
             << entry.getName().getValue()
             << "'; write vectors, memory, cache or launch";
    if (!readRate(entry.getValue()))
      return op->emitError("'")
             << entry.getName().getValue() << "' of neo.machine is "
             << entry.getValue() << ", but must be a float in 1e-12..1e18";
  }
  return success();
}
