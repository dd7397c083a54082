//===- HostTarget.cpp - the machine that code is made for -----------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Target/HostTarget.h"

#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Dialect/TileRegisters.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/Targets.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

namespace neo {

static void initializeTargets() {
  static const bool done = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser(); // For inline assembly.
#if LLVM_HAS_AARCH64_TARGET
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
#endif
    return true;
  }();
  (void)done;
}

static HostTarget askHost() {
  SmallVector<std::string> features;
  for (const auto &feature : sys::getHostCPUFeatures()) {
    bool isGiven = feature.second && (!feature.first().starts_with("amx") ||
                                      acquireTileRegisters());
    features.push_back((isGiven ? "+" : "-") + feature.first().str());
  }
  sort(features); // The map's order is not fixed; a cache key must be.
  return {sys::getProcessTriple(), sys::getHostCPUName().str(),
          join(features, ",")};
}

HostTarget HostTarget::detect() {
  // Asking is slow on a virtual machine, where every question is a trap.
  static const HostTarget host = askHost();
  return host;
}

Expected<HostTarget> HostTarget::named(StringRef name) {
  if (name == "host")
    return detect();
  if (name == "avx512")
    return HostTarget{"x86_64-unknown-linux-gnu", "x86-64-v4", "+avx512f"};
  if (name == "avx512-bf16")
    return HostTarget{"x86_64-unknown-linux-gnu", "x86-64-v4",
                      "+avx512f,+avx512bf16,+avx512vnni"};
  if (name == "amx")
    return HostTarget{"x86_64-unknown-linux-gnu", "x86-64-v4",
                      "+avx512f,+avx512bf16,+avx512vnni,+amx-tile,+amx-bf16,"
                      "+amx-int8"};
  if (name == "znver5")
    return HostTarget{"x86_64-unknown-linux-gnu", "znver5",
                      "+avx512f,+avx512bf16,+avx512vnni"};
  if (name == "avx2")
    return HostTarget{"x86_64-unknown-linux-gnu", "x86-64-v3", "+avx2,+fma"};
  if (name == "neon")
    return HostTarget{"aarch64-unknown-linux-gnu", "generic", "+neon"};
  return createStringError(explainUnknownTarget(name));
}

/// The instructions that LLVM chooses for `cpu` whether they are asked for or
/// not: of what else a processor has, a virtual machine may hide some.
static SmallVector<StringRef> findImplied(StringRef cpu) {
  SmallVector<StringRef> all, chosen;
  X86::getFeaturesForCPU(cpu, all);
  copy_if(all, std::back_inserter(chosen), [](StringRef feature) {
    return any_of(
        ArrayRef<StringRef>{"avx", "bmi", "f16c", "fma", "lzcnt", "movbe",
                            "popcnt", "sse"},
        [&](StringRef family) { return feature.starts_with(family); });
  });
  return chosen;
}

bool HostTarget::runsHere() const {
  HostTarget host = detect();
  if (Triple(triple).getArch() != Triple(host.triple).getArch())
    return false;
  SmallVector<StringRef> asked, wanted;
  if (Triple(triple).isX86() && cpu != host.cpu)
    wanted = findImplied(cpu);
  StringRef(features).split(asked, ',', -1, /*KeepEmpty=*/false);
  for (StringRef feature : asked)
    if (feature.consume_front("+"))
      wanted.push_back(feature);
  return all_of(wanted, [&](StringRef each) { return host.has(each); });
}

bool HostTarget::has(StringRef feature) const {
  SmallVector<StringRef> list;
  StringRef(features).split(list, ',');
  return is_contained(list, ("+" + feature).str());
}

std::string HostTarget::description() const {
  return triple + " " + cpu + " " + (tune.empty() ? "" : "for " + tune + " ") +
         features + " LLVM " LLVM_VERSION_STRING;
}

Expected<std::unique_ptr<TargetMachine>> HostTarget::createMachine() const {
  initializeTargets();
  std::string message;
  Triple parsed(triple);
  const Target *target = TargetRegistry::lookupTarget(parsed, message);
  if (!target)
    return createStringError("cannot make code for '" + triple +
                             "': " + message);
  // Position-independent code in the small code model: the linker may put
  // kernels far from the C library, and adds the stubs to reach it.
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      parsed, cpu, features, TargetOptions(), Reloc::PIC_, CodeModel::Small,
      CodeGenOptLevel::Aggressive));
  if (!machine)
    return createStringError("this LLVM has no code generator for '" + triple +
                             "'");
  return machine;
}

void HostTarget::setAttributes(Module &module) const {
  bool wideVectors = has("avx512f");
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", cpu);
    function.addFnAttr("target-features", features);
    if (!tune.empty())
      function.addFnAttr("tune-cpu", tune);
    if (wideVectors)
      function.addFnAttr("prefer-vector-width", "512");
    // Kernels throw nothing, and neither does what they call.
    function.addFnAttr(Attribute::NoUnwind);
  }
}

} // namespace neo
