//===- InstructionSet.cpp - What a processor's vectors can do -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/InstructionSet.h"

#include "Neo/Dialect/TileRegisters.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

#include <cstdlib>

using namespace mlir;
using namespace neo;
using Family = InstructionSet::Family;

static InstructionSet askProcessor() {
  const llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  InstructionSet set;
  if (features.lookup("avx512f") && features.lookup("avx512bw") &&
      features.lookup("avx512dq") && features.lookup("avx512vl")) {
    set.family = Family::avx512;
    set.pairProducts = features.lookup("avx512bf16");
    set.byteProducts = features.lookup("avx512vnni");
    set.tileProducts = set.pairProducts && set.byteProducts &&
                       features.lookup("amx-bf16") &&
                       features.lookup("amx-int8") && acquireTileRegisters();
    set.nearStreams = llvm::sys::getHostCPUName() == "znver5";
  } else if (features.lookup("avx2") && features.lookup("fma")) {
    set.family = Family::avx2;
  } else if (features.lookup("neon")) {
    set.family = Family::neon;
  }
  return set;
}

static InstructionSet askHost() {
  // Asking is slow on a virtual machine, where every question is a trap.
  static const InstructionSet host = askProcessor();
  return host;
}

int64_t InstructionSet::vectorBytes() const {
  switch (family) {
  case Family::avx512:
    return 64;
  case Family::avx2:
    return 32;
  default:
    return 16;
  }
}

int64_t InstructionSet::vectorRegisters() const {
  return family == Family::avx512 || family == Family::neon ? 32 : 16;
}

std::optional<InstructionSet> InstructionSet::get(StringRef name) {
  if (name == "host")
    return askHost();
  InstructionSet set;
  if (name == "avx512" || name == "avx512-bf16" || name == "amx" ||
      name == "znver5") {
    set.family = Family::avx512;
    set.pairProducts = set.byteProducts = name != "avx512";
    set.tileProducts = name == "amx";
    set.nearStreams = name == "znver5";
  } else if (name == "avx2") {
    set.family = Family::avx2;
  } else if (name == "neon") {
    set.family = Family::neon;
  } else {
    return std::nullopt;
  }
  return set;
}

std::string neo::getDefaultTarget() {
  const char *name = std::getenv("NEO_TARGET");
  return name && *name ? name : "host";
}

std::string neo::getTargetName(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (module)
    if (auto name = module->getAttrOfType<StringAttr>(targetAttrName))
      return name.str();
  return getDefaultTarget();
}

InstructionSet InstructionSet::of(Operation *op) {
  return get(getTargetName(op)).value_or(InstructionSet());
}

std::string neo::explainUnknownTarget(StringRef name) {
  return "there is no target '" + name.str() +
         "'; write amx, znver5, avx512-bf16, avx512, avx2, neon, or host for "
         "this machine";
}

LogicalResult neo::verifyTarget(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  Attribute said = module ? module->getAttr(targetAttrName) : Attribute();
  if (said && !isa<StringAttr>(said))
    return op->emitError("neo.target is ")
           << said << ", but must be the name of a target, \"avx2\"";
  std::string name = getTargetName(op);
  if (InstructionSet::get(name))
    return success();
  return op->emitError(explainUnknownTarget(name));
}
