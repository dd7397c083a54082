//===- Calibration.cpp - Rates that were measured here --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/Calibration.h"

#include "Neo/Dialect/MachineRates.h"
#include "Neo/Target/CodeCache.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace neo;

/// A folder may serve several machines.
static std::string getKey() {
  return CodeCache::makeKey({"machine", llvm::sys::getHostCPUName()});
}

std::string neo::readCalibration() {
  CodeCache cache = CodeCache::fromEnvironment();
  if (!cache.isOn())
    return "";
  return cache.get(CacheEntry::machine, getKey()).value_or("");
}

bool neo::keepCalibration(StringRef text) {
  CodeCache cache = CodeCache::fromEnvironment();
  cache.put(CacheEntry::machine, getKey(), text);
  return cache.isOn();
}

void neo::applyCalibration(ModuleOp module) {
  if (module->hasAttr(machineAttrName))
    return;
  std::string text = readCalibration();
  if (text.empty())
    return;
  if (Attribute rates = parseAttribute(text, module.getContext()))
    module->setAttr(machineAttrName, rates);
}
